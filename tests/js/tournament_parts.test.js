import assert from "node:assert/strict";
import test from "node:test";
import { fake, installFakeDom } from "./fake_dom.js";

installFakeDom();
const { standingText } = await import("../../src/houserules/web/static/js/tournaments/words.js");
const { ending, facts, notices, results, runningSessions, seatDraws, timetable } = await import(
  "../../src/houserules/web/static/js/tournaments/parts.js"
);

/** @typedef {import("../../src/houserules/web/static/js/tournaments/words.js").TournamentView} View */

/** @param {Partial<View>} more @returns {View} */
const view = (more = {}) => ({
  name: "Cup",
  rulebook: "nsw-pontoon-2024",
  phase: "entries",
  reason: "",
  conditions: {},
  version: 1,
  starts: 0,
  withdraw_until: 0,
  entries: 0,
  minimum: 2,
  maximum: 7,
  pool: 50000,
  tables: [],
  timetable: [],
  stages: [],
  placings: [],
  prizes: [],
  notices: [],
  may: [],
  mine: null,
  staff: null,
  ...more,
});
/** @param {number} place @param {number} amount @param {string | null} player */
const prize = (place, amount, player = null, is_paid = false) => ({
  place, amount, player, is_paid, goods: null,
});
/** @param {unknown} content @returns {string} */
const text = (content) =>
  Array.isArray(content) ? content.map(text).join(" ") : content ? fake(content).text : "";
/** @param {unknown} content */
const rows = (content) =>
  (Array.isArray(content) ? content : [content])
    .filter(Boolean)
    .flatMap((each) => fake(each).all)
    .filter((each) => each.tag === "tr")
    .slice(1)
    .map((each) => each.children.map((cell) => (typeof cell === "string" ? cell : cell.text)));

test("prizes before the final are those that the pool would pay now", () => {
  const shown = results(view({ prizes: [prize(1, 35000), prize(2, 15000)] }));
  assert.ok(text(shown).includes("As the pool of $500 would be divided now."));
  assert.deepEqual(rows(shown), [["1st", "–", "$350", ""], ["2nd", "–", "$150", ""]]);
});

test("placings reach further than prizes, and say what is paid", () => {
  const prizes = [prize(1, 35000, "Ann", true), prize(2, 15000, "Bob")];
  const shown = results(view({ phase: "placed", prizes, placings: ["Ann", "Bob", "Cat"] }));
  assert.ok(!text(shown).includes("would be divided"));
  assert.deepEqual(rows(shown), [
    ["1st", "Ann", "$350", "paid"],
    ["2nd", "Bob", "$150", ""],
    ["3rd", "Cat", "–", ""],
  ]);
});

test("goods stand beside money", () => {
  const shown = results(view({ prizes: [{ ...prize(1, 10000), goods: "a watch" }, { ...prize(2, 0), goods: "a hat" }] }));
  assert.deepEqual(rows(shown).map((row) => row[2]), ["$100 and a watch", "a hat"]);
});

test("without places, sessions, notices, plans or draws there is nothing to show", () => {
  const nothing = view();
  assert.equal(results(nothing), null);
  assert.equal(timetable(nothing), null);
  assert.equal(notices(nothing), null);
  assert.equal(runningSessions([]), null);
  assert.equal(ending(nothing), null);
});

test("standings name the round and its limits, and who is out", () => {
  const standing = {
    session: 2, table: "t1", round: 11, rounds: 10, ends: null, minimum: 2500, maximum: 50000,
    players: [
      { player: "Ann", box: 2, chips: 110000, state: /** @type {const} */ ("in") },
      { player: "Bob", box: 1, chips: 0, state: /** @type {const} */ ("eliminated") },
    ],
  };
  const shown = runningSessions([standing]);
  assert.ok(text(shown).includes("Session 2: round 10 of 10, $25 to $500"), "the last round is the tenth");
  assert.deepEqual(rows(shown), [["Ann", "2", "$1,100"], ["Bob", "1", "eliminated"]]);
  assert.ok(text(runningSessions([{ ...standing, rounds: null }])).includes("round 11, $25"));
});

test("a cancelled tournament says why", () => {
  const shown = text(ending(view({ phase: "cancelled", reason: "Too few players." })));
  assert.ok(shown.includes("cancelled: Too few players.") && shown.includes("refunded"));
});

test("notices come newest first, with their session", () => {
  const told = [
    { at: 1, what: "The start moves.", how: "by email", session: null },
    { at: 2, what: "A new table.", how: "on the page", session: 3 },
  ];
  const shown = text(notices(view({ notices: told })));
  assert.ok(shown.indexOf("Session 3: A new table.") < shown.indexOf("The start moves."));
});

test("a draw shows its commitment at once, and its order once it is revealed", () => {
  const draw = { commitment: "ab12" };
  /** @param {Record<string, unknown>} more */
  const shown = (more) => {
    const stage = { name: "Final", kind: "final", status: "being drawn", sessions: [], byes: [], advanced: [], draw: { ...draw, ...more } };
    const answer = { tournament: "cup", view: view({ stages: /** @type {View["stages"]} */ ([stage]) }) };
    return text(seatDraws(/** @type {import("../../src/houserules/web/static/js/tournaments/words.js").TournamentAnswer} */ (/** @type {unknown} */ (answer))));
  };
  assert.ok(shown({}).includes("ab12") && shown({}).includes("Waiting for somebody else to cut it."));
  const cut = { cut: 0, cut_by: "Ann" };
  assert.ok(shown(cut).includes("Ann cut it after 0 players.") && !shown(cut).includes("verify draw"));
  const revealed = shown({ ...cut, order: ["Bob", "Ann"] });
  assert.ok(revealed.includes("Bob, Ann") && revealed.includes("houserules verify draw cup-draw-1.json"));
});

test("a player reads the place in the tournament, or in the last session that is over", () => {
  /** @param {Partial<View["stages"][number]["sessions"][number]>} more */
  const heat = (more) => ({
    name: "Heats", kind: /** @type {const} */ ("heats"), status: /** @type {const} */ ("being played"), byes: [], advanced: [], draw: null,
    sessions: [{
      number: 2, sitting: 1, table: "t1", starts: 0, status: /** @type {const} */ ("decided"), advance: 1, advanced: ["Ann"], play_off_of: null,
      seats: [{ box: 1, player: "Ann", chips: 5, place: 1, outcome: null }, { box: 2, player: "Bob", chips: 3, place: 2, outcome: null }],
      ...more,
    }],
  });
  assert.equal(standingText(view({ stages: [heat({})] }), "Bob"), "You came 2nd in session 2.");
  assert.equal(standingText(view({ stages: [heat({ play_off_of: 1 })] }), "Bob"), "You came 2nd in the play-off of session 1.");
  assert.equal(standingText(view({ stages: [heat({})] }), "Ann"), null);
  assert.equal(standingText(view({ stages: [heat({ status: "running" })] }), "Bob"), null);
  assert.equal(standingText(view({ stages: [heat({})] }), "Cat"), null);
  const over = view({ placings: ["Ann", "Bob"], prizes: [prize(1, 35000, "Ann")], stages: [heat({})] });
  assert.equal(standingText(over, "Ann"), "You came 1st and won $350.");
  assert.equal(standingText(over, "Bob"), "You came 2nd.");
});

test("how many can play is one number where it has to be that many", () => {
  assert.ok(text(facts(view({ entries: 3, minimum: 3, maximum: 3 }))).includes("3 (3 can play)"));
  assert.ok(text(facts(view({ entries: 3, minimum: 2, maximum: 7 }))).includes("3 (2 to 7 can play)"));
});
