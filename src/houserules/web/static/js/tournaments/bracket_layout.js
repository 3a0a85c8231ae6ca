/**
 * Where everything in the picture of a bracket goes: stages from left to right, their sessions below one
 * another, and lines along which players go on. Numbers only; nothing is drawn here.
 */

import { count, seatState, sessionName, SESSION_STATES, tableName } from "./words.js";

/**
 * @typedef {import("./words.js").Stage} Stage
 * @typedef {import("./words.js").Session} Session
 * @typedef {import("./words.js").Standing} Standing
 * @typedef {{y: number, box: string, player: string, chips: string, place: string, goesOn: boolean, isOut: boolean, isMine: boolean}} Row
 * @typedef {"session" | "play-off" | "byes" | "to come"} CardKind
 * @typedef {{id: string, kind: CardKind, status: Session["status"] | null, x: number, y: number, width: number, height: number, title: string, note: string, rows: Row[]}} Card
 * @typedef {{x: number, title: string, note: string}} Column
 * @typedef {{from: string, to: string, kind: "goes on" | "second chance" | "tie", path: string, players: number}} Link
 * @typedef {{width: number, height: number, columns: Column[], cards: Card[], links: Link[]}} Layout
 */

export const CARD = 228;
export const ROW = 21;
const HEAD = 30;
const FOOT = 6;
const GAP = 18;
const INDENT = 14;
const BETWEEN = 64;
const TOP = 56;
const EDGE = 12;
/** Letters of a note that fit beside the title. */
const NOTE = 25;

/** @type {Record<Stage["status"], string>} */
const STAGE_STATES = {
  "to come": "to come",
  "being drawn": "seats are being drawn",
  "being played": "being played",
  complete: "complete",
};

/** @param {Stage} stage */
const isSecondChance = ({ kind }) => kind === "repechage" || kind === "catch-up";

/**
 * Return the layout of a bracket.
 * @param {readonly Stage[]} stages
 * @param {{standings?: readonly Standing[], me?: string | null, timeOf?: (seconds: number) => string}} [options]
 * @returns {Layout}
 */
export function bracketLayout(stages, { standings = [], me = null, timeOf = String } = {}) {
  const columns = stages.map((stage, number) => ({
    x: EDGE + number * (CARD + BETWEEN),
    title: stage.name,
    note: stageNote(stage),
  }));
  const cards = stages.flatMap((stage, number) => {
    let y = TOP;
    return cardsOf(stage, number, { standings, me, timeOf }).map((card) => {
      const indent = card.kind === "play-off" ? INDENT : 0;
      const place = { ...card, x: columns[number].x + indent, y, width: CARD - indent };
      y += card.height + GAP;
      return { ...place, rows: card.rows.map((row, at) => ({ ...row, y: y0(place.y, at) })) };
    });
  });
  const bottom = Math.max(TOP, ...cards.map((card) => card.y + card.height));
  const width = columns.length ? (columns.at(-1)?.x ?? 0) + CARD + EDGE : 0;
  return { width, height: bottom + EDGE, columns, cards, links: links(stages, cards) };
}

/**
 * @param {number} top
 * @param {number} at
 */
const y0 = (top, at) => top + HEAD + at * ROW + ROW * 0.7;

/** @param {Stage} stage */
function stageNote(stage) {
  const state = STAGE_STATES[stage.status];
  if (isSecondChance(stage)) return `second chance, ${state}`;
  return stage.status === "complete" && stage.kind !== "final"
    ? `${count(stage.advanced.length, "player")} went on`
    : state;
}

/**
 * The cards of one stage, from top to bottom and without their place; a play-off follows its session.
 * @param {Stage} stage
 * @param {number} number
 * @param {{standings: readonly Standing[], me: string | null, timeOf: (seconds: number) => string}} options
 * @returns {Card[]}
 */
function cardsOf(stage, number, { standings, me, timeOf }) {
  const sittings = new Set(stage.sessions.map((each) => each.sitting)).size;
  /** @type {(of: number | null) => Session[]} */
  const inOrder = (of) =>
    stage.sessions
      .filter((each) => each.play_off_of === of)
      .flatMap((each) => [each, ...inOrder(each.number)]);
  const sessions = inOrder(null).map((session) => {
    const isPlayOff = session.play_off_of !== null;
    const sitting = sittings > 1 && !isPlayOff ? `sitting ${session.sitting}, ` : "";
    const when = session.status === "scheduled" ? timeOf(session.starts) : SESSION_STATES[session.status];
    const rows = session.seats.map((seat) => ({
      y: 0,
      box: String(seat.box),
      player: seat.player,
      ...seatState(session, seat, standings),
      isMine: seat.player === me,
    }));
    /** @type {CardKind} */
    const kind = isPlayOff ? "play-off" : "session";
    const title = isPlayOff ? "Play-off" : sessionName(session);
    return card(sessionId(session.number), kind, title, noteOf(sitting, tableName(session.table), when), rows, session.status);
  });
  if (stage.byes.length)
    sessions.push(
      card(
        `byes ${number}`,
        "byes",
        "Bye",
        "on without playing",
        stage.byes.map((player) => ({
          y: 0,
          box: "",
          player,
          chips: "",
          place: "",
          goesOn: true,
          isOut: false,
          isMine: player === me,
        })),
        null,
      ),
    );
  if (!sessions.length)
    sessions.push(card(waitingId(number), "to come", "", STAGE_STATES[stage.status], [], null));
  return sessions;
}

/**
 * What stands beside the title of a session: as much as fits there. The list has the rest.
 * @param {string} sitting
 * @param {string} table
 * @param {string} when
 */
const noteOf = (sitting, table, when) =>
  [`${sitting}table ${table}, ${when}`, `table ${table}, ${when}`, `${table}, ${when}`].find((each) => each.length <= NOTE) ?? when;

/**
 * @param {string} id
 * @param {CardKind} kind
 * @param {string} title
 * @param {string} note
 * @param {Row[]} rows
 * @param {Session["status"] | null} status
 * @returns {Card}
 */
function card(id, kind, title, note, rows, status) {
  const height = HEAD + rows.length * ROW + (rows.length ? FOOT : 0);
  return { id, kind, status, x: 0, y: 0, width: CARD, height, title, note, rows };
}

/** @param {number} number */
const sessionId = (number) => `session ${number}`;
/** @param {number} stage */
const waitingId = (stage) => `stage ${stage}`;

// Lines: from the card where players stood to the one where they play next.

/**
 * @param {readonly Stage[]} stages
 * @param {readonly Card[]} cards
 * @returns {Link[]}
 */
function links(stages, cards) {
  /** @type {Map<string, Omit<Link, "path">>} */
  const found = new Map();
  /** @type {(from: string, to: string, kind: Link["kind"]) => void} */
  const add = (from, to, kind) => {
    const key = `${from} > ${to}`;
    const known = found.get(key) ?? { from, to, kind, players: 0 };
    found.set(key, { ...known, players: known.players + 1 });
  };
  stages.forEach((stage, number) => {
    for (const session of stage.sessions) {
      if (session.play_off_of !== null)
        add(sessionId(session.play_off_of), sessionId(session.number), "tie");
      for (const player of session.advanced) {
        const isTied = stage.sessions.some(
          (each) => each.play_off_of === session.number && each.advanced.includes(player),
        );
        const to = isTied ? null : nextCard(stages, number, player);
        if (to) add(sessionId(session.number), to, "goes on");
      }
      if (session.play_off_of === null)
        for (const { player } of session.seats) {
          const to = session.advanced.includes(player) ? null : secondChance(stages, number, player);
          if (to) add(sessionId(session.number), to, "second chance");
        }
    }
    for (const player of stage.byes) {
      const to = nextCard(stages, number, player);
      if (to) add(`byes ${number}`, to, "goes on");
    }
  });
  const places = new Map(cards.map((each) => [each.id, each]));
  return [...found.values()].flatMap((link) => {
    const [from, to] = [places.get(link.from), places.get(link.to)];
    return from && to ? [{ ...link, path: pathOf(from, to, link.kind) }] : [];
  });
}

/**
 * Where a player who goes on plays next; while that is not drawn, the next stage in which they can.
 * @param {readonly Stage[]} stages
 * @param {number} after
 * @param {string} player
 */
function nextCard(stages, after, player) {
  for (let number = after + 1; number < stages.length; number++) {
    const stage = stages[number];
    const seat = stage.sessions.find(
      (each) => each.play_off_of === null && each.seats.some((seat) => seat.player === player),
    );
    if (seat) return sessionId(seat.number);
    if (stage.byes.includes(player)) return `byes ${number}`;
    if (!isSecondChance(stage)) return stage.sessions.length ? null : waitingId(number);
  }
  return null;
}

/**
 * Where a player who did not go on plays a second time before the next stage.
 * @param {readonly Stage[]} stages
 * @param {number} after
 * @param {string} player
 */
function secondChance(stages, after, player) {
  const next = stages[after + 1];
  if (!next || !isSecondChance(next)) return null;
  const session = next.sessions.find(
    (each) => each.play_off_of === null && each.seats.some((seat) => seat.player === player),
  );
  return session ? sessionId(session.number) : null;
}

/**
 * A curve from the right of one card to the left of the other; down beside a session to its play-off.
 * @param {Card} from
 * @param {Card} to
 * @param {Link["kind"]} kind
 */
function pathOf(from, to, kind) {
  if (kind === "tie") {
    const x = to.x - INDENT / 2;
    return `M${x} ${from.y + from.height}V${to.y + HEAD / 2}H${to.x}`;
  }
  const [x1, y1] = [from.x + from.width, from.y + HEAD / 2];
  const [x2, y2] = [to.x, to.y + HEAD / 2];
  const bend = BETWEEN / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
