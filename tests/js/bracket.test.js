import assert from "node:assert/strict";
import test from "node:test";
import { fake, installFakeDom } from "./fake_dom.js";

installFakeDom();
const { bracketLayout, CARD } = await import(
  "../../src/houserules/web/static/js/tournaments/bracket_layout.js"
);
const { bracket } = await import("../../src/houserules/web/static/js/tournaments/bracket.js");
const { ordinal } = await import("../../src/houserules/web/static/js/tournaments/words.js");

/** @typedef {import("../../src/houserules/web/static/js/tournaments/words.js").Stage} Stage */
/** @typedef {import("../../src/houserules/web/static/js/tournaments/words.js").Session} Session */

/** @param {string[]} players @param {Partial<Session>} more @returns {Session} */
const session = (players, more) => ({
  number: 1,
  sitting: 1,
  table: "t1",
  starts: 0,
  status: "scheduled",
  seats: players.map((player, at) => ({ box: at + 1, player, chips: null, place: null, outcome: null })),
  advance: 2,
  advanced: [],
  play_off_of: null,
  ...more,
});

/** @param {Partial<Stage>} more @returns {Stage} */
const stage = (more) => ({
  name: "Heats",
  kind: "heats",
  status: "being played",
  sessions: [],
  byes: [],
  advanced: [],
  draw: null,
  ...more,
});
const names = (/** @type {number} */ many, first = 0) =>
  Array.from({ length: many }, (_, at) => `Player ${first + at + 1}`);

/** Heats of seven tables and the rest still to come. */
function large() {
  const heats = Array.from({ length: 7 }, (_, at) =>
    session(names(7, at * 7), { number: at + 1, sitting: at < 4 ? 1 : 2, status: "decided", advanced: names(2, at * 7) }),
  );
  return [
    stage({ sessions: heats, status: "complete", advanced: heats.flatMap((each) => each.advanced) }),
    stage({ name: "Semi-finals", kind: "semi-final", status: "to come" }),
    stage({ name: "Final", kind: "final", status: "to come" }),
  ];
}

test("49 players on seven tables: no card covers another, and everybody has a row", () => {
  const { cards, width, height, links } = bracketLayout(large());
  for (const one of cards)
    for (const other of cards)
      assert.ok(
        one === other ||
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y,
        `${one.id} lies on ${other.id}`,
      );
  assert.equal(new Set(cards.flatMap((each) => each.rows.map((row) => row.player))).size, 49);
  for (const { x, y, width: w, height: h, rows } of cards) {
    assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height);
    for (const row of rows) assert.ok(row.y > y && row.y < y + h);
  }
  assert.equal(links.length, 7, "one line per table to the semi-finals, which are not drawn yet");
  assert.deepEqual(new Set(links.map((each) => each.players)), new Set([2]));
});

test("stages stand from left to right, and every line leads to the right", () => {
  const { columns, cards, links } = bracketLayout(large());
  assert.deepEqual(columns.map((each) => each.title), ["Heats", "Semi-finals", "Final"]);
  assert.ok(columns.every((each, at) => at === 0 || each.x >= columns[at - 1].x + CARD));
  const place = new Map(cards.map((each) => [each.id, each]));
  for (const { from, to } of links)
    assert.ok((place.get(from)?.x ?? Infinity) < (place.get(to)?.x ?? -Infinity));
});

test("a line leads to the session where the player sits next", () => {
  const stages = [
    stage({
      status: "complete",
      sessions: [
        session(["Ann", "Bob"], { number: 1, status: "decided", advanced: ["Ann"] }),
        session(["Cat", "Dan"], { number: 2, status: "decided", advanced: ["Cat"] }),
      ],
      byes: ["Eve"],
    }),
    stage({ name: "Final", kind: "final", sessions: [session(["Ann", "Cat", "Eve"], { number: 3 })] }),
  ];
  const { links } = bracketLayout(stages);
  assert.deepEqual(
    links.map(({ from, to, kind }) => [from, to, kind]),
    [
      ["session 1", "session 3", "goes on"],
      ["session 2", "session 3", "goes on"],
      ["byes 0", "session 3", "goes on"],
    ],
  );
});

test("a play-off stands below its session, and its winner goes on from there", () => {
  const stages = [
    stage({
      sessions: [
        session(["Ann", "Bob"], { number: 1, status: "decided", advanced: ["Ann"] }),
        session(["Cat", "Dan"], { number: 2 }),
        session(["Ann", "Bob"], { number: 3, status: "decided", advanced: ["Ann"], play_off_of: 1 }),
      ],
    }),
    stage({ name: "Final", kind: "final", status: "to come" }),
  ];
  const { cards, links } = bracketLayout(stages);
  assert.deepEqual(cards.map((each) => each.id), ["session 1", "session 3", "session 2", "stage 1"]);
  assert.deepEqual(
    links.map(({ from, to, kind }) => [from, to, kind]),
    [
      ["session 1", "session 3", "tie"],
      ["session 3", "stage 1", "goes on"],
    ],
  );
});

test("a second chance takes those who did not go on; the others pass it by", () => {
  const stages = [
    stage({
      status: "complete",
      sessions: [session(["Ann", "Bob", "Cat"], { number: 1, status: "decided", advanced: ["Ann"] })],
    }),
    stage({
      name: "Repechage",
      kind: "repechage",
      status: "complete",
      sessions: [session(["Bob", "Cat"], { number: 2, status: "decided", advanced: ["Bob"] })],
    }),
    stage({ name: "Final", kind: "final", sessions: [session(["Ann", "Bob"], { number: 3 })] }),
  ];
  assert.deepEqual(
    bracketLayout(stages).links.map(({ from, to, kind, players }) => [from, to, kind, players]),
    [
      ["session 1", "session 3", "goes on", 1],
      ["session 1", "session 2", "second chance", 2],
      ["session 2", "session 3", "goes on", 1],
    ],
  );
});

test("a session that is being played shows the chips at its table, a finished one its count", () => {
  const seats = [{ box: 1, player: "Ann", chips: 70000, place: 1, outcome: /** @type {const} */ ("in") }];
  const standings = [
    { session: 1, table: "t1", round: 3, rounds: 10, ends: null, minimum: 2500, maximum: 50000,
      players: [{ player: "Ann", box: 1, chips: 52500, state: /** @type {const} */ ("in") }] },
  ];
  const running = stage({ sessions: [session(["Ann"], { status: "running" })] });
  const over = stage({ sessions: [session(["Ann"], { status: "decided", seats })] });
  const row = (/** @type {Stage} */ each) => bracketLayout([each], { standings }).cards[0].rows[0];
  assert.deepEqual([row(running).chips, row(running).place], ["$525", ""]);
  assert.deepEqual([row(over).chips, row(over).place], ["$700", "1st"]);
});

test("what has no seats yet says so", () => {
  const { cards } = bracketLayout([stage({ status: "to come" }), stage({ status: "being drawn" })]);
  assert.deepEqual(cards.map((each) => each.note), ["to come", "seats are being drawn"]);
  assert.deepEqual(bracketLayout([]), { width: 0, height: 68, columns: [], cards: [], links: [] });
});

test("the picture marks the reader's seat, and the list names everybody", () => {
  const [frame, list] = bracket(large(), { standings: [], me: "Player 9" }).map(fake);
  assert.equal(frame.attributes.tabindex, "0");
  const mine = frame.all.filter((each) => (each.attributes.class ?? "").includes("is-mine"));
  assert.deepEqual(mine.map((each) => each.text.includes("Player 9")), [true]);
  for (const name of names(49)) assert.ok(list.text.includes(name));
  assert.equal(list.all.filter((each) => each.tag === "table").length, 7);
});

test("places are written as people say them", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 111].map(ordinal), [
    "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "111th",
  ]);
});

test("what stands beside a title fits there: the table has its number, or is left to the list", () => {
  const notes = (/** @type {string} */ table, more = {}) =>
    bracketLayout([stage({ sessions: [session(["Ann"], { table, ...more })] })], { timeOf: () => "4:20 am UTC" }).cards.map(
      (each) => each.note,
    );
  assert.deepEqual(notes("own_7331d09848345221_cup1-3", { status: "decided" }), ["table 3, over"]);
  assert.deepEqual(notes("t1"), ["table t1, 4:20 am UTC"]);
  assert.deepEqual(notes("spring-22"), ["spring-22, 4:20 am UTC"]);
  assert.deepEqual(notes("the-long-table-by-the-door"), ["4:20 am UTC"]);
  assert.ok(large().every((each) => bracketLayout([each]).cards.every((one) => one.note.length <= 25)));
});
