/** The bracket as a picture, and the same as tables for whoever cannot see it. */

import { timeText } from "../kit/casino_time.js";
import { h, s } from "../kit/dom.js";
import { bracketLayout, ROW } from "./bracket_layout.js";
import { count, seatState, sessionName, SESSION_STATES, tableName } from "./words.js";

/**
 * @typedef {import("./words.js").Stage} Stage
 * @typedef {import("./words.js").Session} Session
 * @typedef {import("./words.js").Standing} Standing
 * @typedef {import("./bracket_layout.js").Card} Card
 */

/** @type {Record<Card["kind"], string>} */
const CARD_STYLES = { session: "session", "play-off": "play-off", byes: "byes", "to come": "to-come" };
/** @type {Record<import("./bracket_layout.js").Link["kind"], string>} */
const LINE_STYLES = { "goes on": "goes-on", "second chance": "second-chance", tie: "tie" };
/** Letters of a name that fit beside the chips. */
const NAME = 14;

/**
 * Return the picture in a frame of its own, and the list.
 * @param {readonly Stage[]} stages
 * @param {{standings: readonly Standing[], me: string | null}} options
 */
export function bracket(stages, options) {
  return [
    h(
      "div",
      { class: "bracket-frame", tabindex: "0", role: "region", "aria-label": "Picture of the bracket" },
      picture(stages, options),
    ),
    h(
      "details",
      { class: "bracket-list" },
      h("summary", {}, "The bracket as a list"),
      stages.map((stage) => stageList(stage, options.standings)),
    ),
  ];
}

/**
 * @param {readonly Stage[]} stages
 * @param {{standings: readonly Standing[], me: string | null}} options
 */
function picture(stages, options) {
  const layout = bracketLayout(stages, { ...options, timeOf: timeText });
  const sessions = stages.reduce((sum, each) => sum + each.sessions.length, 0);
  return s(
    "svg",
    {
      class: "bracket",
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      width: layout.width,
      height: layout.height,
      role: "img",
      "aria-label": `${count(stages.length, "stage")}, ${count(sessions, "session")}. The list below says the same.`,
    },
    layout.links.map(({ path, kind, players }) =>
      s("path", {
        d: path,
        class: `bracket-line ${LINE_STYLES[kind]}`,
        "stroke-width": kind === "goes on" ? 1.5 + Math.min(players, 4) * 0.5 : 1.5,
      }),
    ),
    layout.columns.map(({ x, title, note }) => [
      s("text", { x, y: 22, class: "bracket-stage" }, title),
      s("text", { x, y: 40, class: "bracket-note" }, note),
    ]),
    layout.cards.map(drawCard),
  );
}

/** @param {Card} card */
function drawCard(card) {
  const { x, y, width, height, rows } = card;
  const right = x + width - 8;
  return s(
    "g",
    { class: `bracket-card ${CARD_STYLES[card.kind]} ${card.status ?? ""}` },
    s("rect", { x, y, width, height, rx: 8 }),
    s("text", { x: x + 8, y: y + 19, class: "bracket-title" }, card.title),
    s(
      "text",
      { x: card.title ? right : x + 8, y: y + 19, class: `bracket-note${card.title ? " at-end" : ""}` },
      card.note,
    ),
    rows.map((row) =>
      s(
        "g",
        {
          class: `bracket-seat${row.goesOn ? " goes-on" : ""}${row.isOut ? " is-out" : ""}${row.isMine ? " is-mine" : ""}`,
        },
        row.isMine &&
          s("rect", { x: x + 2, y: row.y - ROW * 0.72, width: width - 4, height: ROW, rx: 4 }),
        s("text", { x: x + 8, y: row.y, class: "bracket-box" }, row.box),
        s(
          "text",
          { x: x + 26, y: row.y },
          s("title", {}, row.player),
          row.player.length > NAME ? `${row.player.slice(0, NAME - 1)}…` : row.player,
        ),
        s("text", { x: right - 46, y: row.y, class: "at-end" }, row.chips),
        s("text", { x: right - 13, y: row.y, class: "bracket-place at-end" }, row.place),
        row.goesOn && s("text", { x: right, y: row.y, class: "bracket-place at-end" }, "▸"),
      ),
    ),
  );
}

/**
 * @param {Stage} stage
 * @param {readonly Standing[]} standings
 */
function stageList(stage, standings) {
  const nothing = stage.sessions.length === 0 && stage.byes.length === 0;
  return h(
    "section",
    {},
    h("h3", {}, stage.name),
    nothing && h("p", { class: "hint" }, "No seats have been drawn yet."),
    stage.sessions.map((session) => sessionTable(session, standings)),
    stage.byes.length > 0 && h("p", {}, `On without playing: ${stage.byes.join(", ")}.`),
  );
}

/**
 * @param {Session} session
 * @param {readonly Standing[]} standings
 */
function sessionTable(session, standings) {
  const state =
    session.status === "scheduled" ? timeText(session.starts) : SESSION_STATES[session.status];
  return h(
    "table",
    { class: "plain" },
    h("caption", {}, `${sessionName(session)}, table ${tableName(session.table)}, ${state}`),
    h(
      "thead",
      {},
      h("tr", {}, ["Box", "Player", "Chips", "Place", ""].map((each) => (each ? h("th", { scope: "col" }, each) : h("td")))),
    ),
    h(
      "tbody",
      {},
      session.seats.map((seat) => {
        const { chips, place, goesOn, isOut, isDisqualified } = seatState(session, seat, standings);
        const says = goesOn ? "goes on" : isDisqualified ? "disqualified" : isOut ? "eliminated" : "";
        return h(
          "tr",
          {},
          h("td", { class: "number" }, seat.box),
          h("th", { scope: "row" }, seat.player),
          h("td", { class: "number" }, chips),
          h("td", { class: "number" }, place),
          h("td", {}, says),
        );
      }),
    ),
  );
}
