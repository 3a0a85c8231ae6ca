import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";
import { FACTS, playerWith, sessionWith } from "./sessions.js";
import { INFO, SENTENCE, boxWith, mineWith, tableWith } from "./states.js";

installFakeDom();
const { amountThatPlays, amountsWithin, openAmounts } = await import(
  "../../src/houserules/web/static/js/felt/session/wager_range.js"
);
const { leftText, openedText, ordinal, roundText, sessionText, tournamentPath } = await import(
  "../../src/houserules/web/static/js/felt/session/summary.js"
);
const { goesOnText, standingRows } = await import(
  "../../src/houserules/web/static/js/felt/session/standings.js"
);
const { marksOf, boxText } = await import("../../src/houserules/web/static/js/felt/session/box_marks.js");
const { finishText, roundNet } = await import(
  "../../src/houserules/web/static/js/felt/session/result_panel.js"
);
const { placeOf } = await import("../../src/houserules/web/static/js/felt/session/entry_panel.js");
const { waitsText } = await import("../../src/houserules/web/static/js/felt/session/strip.js");
const { paymentOf } = await import("../../src/houserules/web/static/js/felt/session/payments.js");
const { planOf } = await import("../../src/houserules/web/static/js/felt/dock/plan.js");

const LIMITS = { from_round: 1, minimum: 2500, maximum: 50_000 };

test("wagers are units of the minimum, up to the maximum and the chips", () => {
  assert.deepEqual(amountsWithin(LIMITS, 100_000, false), { least: 2500, most: 50_000, step: 2500 });
  assert.deepEqual(amountsWithin(LIMITS, 50_000, false)?.most, 50_000);
  assert.deepEqual(amountsWithin(LIMITS, 49_999, false)?.most, 47_500);
  assert.deepEqual(amountsWithin({ ...LIMITS, maximum: 51_000 }, 90_000, false)?.most, 50_000);
  assert.deepEqual(amountsWithin(LIMITS, 2500, false), { least: 2500, most: 2500, step: 2500 });
  assert.equal(amountsWithin(LIMITS, 2499, false), null);
  assert.deepEqual(amountsWithin(LIMITS, 100_000, true), { least: 2500, most: 2500, step: 2500 });
});

test("what the table offers goes before what is worked out", () => {
  const place = { do: "place-wager", box: 1, least: 2500, most: 10_000, step: 2500 };
  const raise = { ...place, do: "raise-wager", most: 7500 };
  assert.deepEqual(openAmounts(mineWith({ legal: [place] }), 1, 0), { least: 2500, most: 10_000, step: 2500 });
  assert.deepEqual(openAmounts(mineWith({ legal: [raise] }), 1, 5000), { least: 7500, most: 12_500, step: 2500 });
  assert.equal(openAmounts(mineWith({ legal: [place] }), 3, 0), null);
});

test("a wager that was found is made up to the minimum or cut back", () => {
  assert.equal(amountThatPlays(2499, LIMITS, false), 2500);
  assert.equal(amountThatPlays(2500, LIMITS, false), 2500);
  assert.equal(amountThatPlays(4999, LIMITS, false), 2500);
  assert.equal(amountThatPlays(50_000, LIMITS, false), 50_000);
  assert.equal(amountThatPlays(50_001, LIMITS, false), 50_000);
  assert.equal(amountThatPlays(60_000, { ...LIMITS, maximum: 51_000 }, false), 50_000);
  assert.equal(amountThatPlays(10_000, LIMITS, true), 2500);
});

test("the round, the tournament and the places in words", () => {
  assert.equal(roundText(sessionWith()), "Round 3 of 10");
  assert.equal(roundText(sessionWith({ rounds: null, play_off: true })), "Play-off, round 3");
  assert.match(roundText(sessionWith({ rounds: null, ends: 1_800_000_000 })), /^Round 3, until \d/);
  assert.equal(roundText(sessionWith({ over: true })), "Session over");
  assert.equal(tournamentPath("autumn/12"), "/tournaments/autumn");
  assert.equal(tournamentPath("~me/cup/2"), "/tournaments/~me%2Fcup");
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal);
  assert.deepEqual(places, "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th".split(" "));
  assert.equal(goesOnText(sessionWith()), "The first place goes on.");
  assert.equal(goesOnText(sessionWith({ advance: 2 })), "The first 2 places go on.");
  assert.equal(goesOnText(sessionWith({ advance: 2, final: true })), "Prizes: the first 2 places.");
  const text = sessionText(sessionWith({ marker: 3, turn: "Bob" }));
  assert.equal(text, "Round 3 of 10. Limits $25 to $500. The marker is at box 3. Bob is to wager.");
});

test("a form says what it was for and what it counted as, under its clause", () => {
  const form = { player: "Bob", kind: "original", amount: 7500, deemed: 7500, clause: null };
  assert.equal(openedText(form), "original wager, $75");
  const low = { ...form, amount: 1000, deemed: 2500, clause: "20.8.3.1" };
  assert.equal(openedText(low), "original wager, $10; counts as $25 (20.8.3.1)");
  const none = { ...form, kind: null, amount: null, deemed: null, clause: "20.8.3.4" };
  assert.equal(openedText(none), "no type, no amount; no wager: the minimum is deducted (20.8.3.4)");
});

const OUT = [
  playerWith("Ann", 1, { chips: 137_500 }),
  playerWith("Bob", 3, { chips: 500, state: "eliminated" }),
  playerWith("Cat", 5, { chips: 40_000, state: "disqualified", clause: "20.6.4" }),
];
const STANDING = [
  { place: 1, player: "Ann", chips: 137_500 },
  { place: 2, player: "Bob", chips: 500 },
];

test("the standing names who goes on, who is out, and under which clause", () => {
  assert.equal(leftText(OUT[0], FACTS), "");
  const rows = standingRows(sessionWith({ players: OUT, standing: STANDING, advancing: ["Ann"] }), FACTS);
  assert.deepEqual(
    rows.map(({ place, player, state }) => [place, player, state]),
    [
      [1, "Ann", "goes on"],
      [2, "Bob", "eliminated (20.6.13)"],
      [null, "Cat", "disqualified (20.6.4)"],
    ],
  );
  const tied = sessionWith({ players: OUT, standing: STANDING, to_play_off: ["Ann", "Bob"] });
  assert.deepEqual(standingRows(tied, FACTS).map((each) => each.state).slice(0, 2), ["plays off", "plays off"]);
});

test("everybody is told how they finished", () => {
  const over = sessionWith({ players: OUT, over: true, announced: true, places: STANDING, advancing: ["Ann"] });
  assert.equal(finishText(over, "Ann", FACTS), "You have 1st place with $1,375 in chips. You go on.");
  assert.equal(finishText(over, "Bob", FACTS), "You have 2nd place with $5 in chips. You were eliminated (20.6.13).");
  assert.equal(finishText(over, "Cat", FACTS), "You are out: disqualified (20.6.4).");
  assert.equal(finishText(over, "Zoe", FACTS), "");
  assert.equal(finishText({ ...over, final: true }, "Ann", FACTS), "You have 1st place with $1,375 in chips. It has a prize.");
  assert.match(finishText({ ...over, to_play_off: ["Ann"] }, "Ann", FACTS), /You play off for it\.$/);
  assert.equal(finishText(sessionWith({ players: OUT }), "Bob", FACTS), "You are out: eliminated (20.6.13).");
});

test("a round brings the chips now less those of the round before", () => {
  const players = [playerWith("Ann", 1, { chips: 92_500 })];
  const session = sessionWith({ players, standing: [{ place: 1, player: "Ann", chips: 100_000 }] });
  assert.equal(roundNet(session, "Ann"), -7500);
  assert.equal(roundNet(session, "Zoe"), 0);
});

test("a box shows chips, marker, turn, and what was handed in, never an amount that is sealed", () => {
  const players = [
    playerWith("Ann", 1, { entry: "form" }),
    playerWith("Bob", 3, { entry: "wager and form", indicator: true }),
    playerWith("Cat", 5, { late: true, deductions: 2, entry: "absent", declared: "20.5.7" }),
  ];
  const session = sessionWith({ players, order_of_wagering: true, marker: 3, turn: "Cat" });
  const keys = (/** @type {number} */ box) => marksOf(session, box, FACTS).map((each) => each.key);
  assert.deepEqual(keys(1), ["form"]);
  assert.deepEqual(keys(2), []);
  assert.deepEqual(keys(3), ["marker", "form"]);
  assert.deepEqual(keys(5), ["turn", "absent", "late", "deductions", "declared"]);
  assert.equal(boxText(session, 1, FACTS), "$1,000 in tournament chips, form handed in");
  assert.equal(boxText(session, 3, FACTS), "$1,000 in tournament chips, marker, sealed wager");
  assert.equal(boxText(session, 2, FACTS), "");
  assert.deepEqual(marksOf(sessionWith({ players: OUT }), 3, FACTS).map((each) => each.text), ["out"]);
});

/**
 * @param {import("./sessions.js").Session} session
 * @param {Partial<import("./states.js").Table>} [table]
 * @param {Partial<import("./states.js").Info>} [info]
 */
const kind = (session, table, info) =>
  planOf(
    { ...INFO, tournament: FACTS, ...info },
    { table: tableWith({ session, ...table }), mine: mineWith(), payments: [] },
  ).kind;

test("in a session nobody is asked to sit down, and players enter before the cards", () => {
  assert.equal(kind(sessionWith()), "entry");
  assert.equal(kind(sessionWith(), { seats: [] }), "entry");
  assert.equal(kind(sessionWith(), { seats: [] }, { me: "Zoe" }), "watching");
  assert.equal(kind(sessionWith(), {}, { me: null }), "watching");
  assert.equal(kind(sessionWith({ players: OUT }), {}, { me: "Bob" }), "watching");
  assert.equal(kind(sessionWith({ dispute: 1 })), "wait");
  assert.equal(kind(sessionWith(), { phase: "over" }), "between");
  assert.equal(kind(sessionWith({ over: true })), "finished");
  assert.equal(kind(sessionWith({ over: true }), {}, { me: "Zoe" }), "finished");
  assert.equal(kind(sessionWith({ over: true }), {}, { me: null }), "watching");
  const entered = sessionWith({ players: [playerWith("Ann", 1, { entry: "wager" })] });
  assert.equal(kind(entered), "entry");
  assert.equal(kind(entered, { ready: ["Ann"] }), "wait");
});

test("the place of a player counts the chips on the box", () => {
  const players = [playerWith("Ann", 1, { chips: 97_500, entry: "wager" })];
  const table = tableWith({ session: sessionWith({ players }), boxes: [boxWith({ number: 1 })] });
  const shown = { table, mine: mineWith(), payments: [] };
  assert.equal(placeOf(shown, "Ann")?.placed, 2500);
  assert.equal(placeOf(shown, "Ann")?.amounts, null, "nothing can be added, as the table says");
  assert.equal(placeOf(shown, "Zoe"), null);
});

test("everybody is told what the session waits for", () => {
  assert.equal(waitsText(sessionWith({ turn: "Ann" }), "Ann"), "It is your turn to wager.");
  assert.equal(waitsText(sessionWith({ turn: "Bob" }), "Ann"), "Bob is to wager.");
  assert.match(waitsText(sessionWith({ dispute: 2, turn: "Bob" }), null), /dispute 2/);
  assert.match(waitsText(sessionWith({ count_due: true }), null), /next round waits/);
  assert.match(waitsText(sessionWith({ over: true, count_due: true }), null), /counted/);
  assert.match(waitsText(sessionWith({ concluded: "early" }), null), /ends with this round/);
});

test("undisclosed wagers and deductions are paid and collected like wagers", () => {
  const row = { sentence: SENTENCE, box: 3, player: "Bob", clause: "20.8.2.6" };
  const form = paymentOf({
    ...row,
    name: "undisclosed-wager.settled",
    follows: "original",
    stake: 7500,
    result: "win",
    odds: { pays: 1, on: 1 },
    returned: 15_000,
  });
  assert.deepEqual([form?.wager, form?.stake, form?.returned, form?.hand], ["undisclosed", 7500, 15_000, null]);
  const taken = paymentOf({ ...row, name: "minimum.deducted", amount: 2500, why: "absent" });
  assert.deepEqual([taken?.wager, taken?.stake, taken?.returned], ["deduction", 2500, 0]);
  const bare = {
    ...row,
    name: /** @type {const} */ ("wager.settled"),
    hand: 1,
    wager: /** @type {const} */ ("original"),
    stake: 0,
    result: /** @type {const} */ ("win"),
    odds: null,
    returned: 0,
    stage: /** @type {const} */ ("final"),
    token_stake: 0,
    tokens: 0,
  };
  assert.equal(paymentOf(bare), null, "a box with nothing but a form");
  assert.equal(paymentOf({ ...bare, token_stake: 500 })?.token_stake, 500);
  assert.equal(paymentOf({ ...bare, stake: 2500 })?.stake, 2500);
});
