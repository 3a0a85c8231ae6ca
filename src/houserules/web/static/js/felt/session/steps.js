/** What staff call and do next in a session, step by step, each with its clause and the orders that it takes. */

import { money } from "../../kit/money.js";
import { openedText } from "./summary.js";
import { amountThatPlays } from "./wager_range.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("./summary.js").Facts} Facts
 * @typedef {import("../types.js").Box} Box
 * @typedef {{do: string, label: string, preset?: Record<string, unknown>, asks?: boolean}} StepOrder
 *   asks: a form is filled in first
 * @typedef {{key: string, text: string, clause: string | undefined, orders: StepOrder[]}} Step
 * @typedef {{session: Session, phase: string, boxes: Box[], facts: Facts, now: number, automatic: boolean}} Situation
 *   now in seconds; automatic: the software deals, and does by itself what dealers and supervisors do
 */

/**
 * Return the steps that are due, the first one first.
 * @param {Situation} situation
 * @returns {Step[]}
 */
export function dueSteps(situation) {
  const { session, phase } = situation;
  if (session.over) return endingSteps(situation);
  const open = [...disputeSteps(situation), ...conclusionSteps(situation)];
  if (phase === "betting") return [...open, ...bettingSteps(situation)];
  return phase === "over" ? [...open, ...afterRoundSteps(situation)] : open;
}

/** @param {Situation} situation @returns {Step[]} */
function disputeSteps({ session, facts }) {
  const { dispute } = session;
  if (dispute === null) return [];
  return [
    {
      key: "dispute",
      text: `The game waits until dispute ${dispute} is decided.`,
      clause: facts.clauses.dispute_stops_game,
      orders: [{ do: "rule-on-dispute", label: "Decide it", preset: { dispute }, asks: true }],
    },
  ];
}

/** @param {Situation} situation @returns {Step[]} */
function conclusionSteps({ session, facts, now, automatic }) {
  const { concluded, ends, determined, cash_value: cash } = session;
  if (concluded)
    return [{ key: "concluded", text: "The session ends with this round.", clause: facts.clauses.session_ends, orders: [] }];
  /** @type {Step[]} */
  const steps = [];
  if (ends !== null && now >= ends && !automatic)
    steps.push({
      key: "clock",
      text: "The time of the session is over.",
      clause: facts.clauses.session_ends,
      orders: [{ do: "conclude-session", label: "Conclude it", preset: { why: "clock", agreed: [] } }],
    });
  if (determined && (cash || !automatic))
    steps.push({
      key: "early",
      text: cash
        ? "It is certain who goes on. If all players agree, the session may be concluded."
        : "It is certain who goes on: the session may be concluded.",
      clause: cash ? facts.clauses.concluded_when_all_agree : facts.clauses.concluded_when_determined,
      orders: [
        cash
          ? { do: "conclude-session", label: "Conclude it", preset: { why: "early" }, asks: true }
          : { do: "conclude-session", label: "Conclude it", preset: { why: "early", agreed: [] } },
      ],
    });
  return steps;
}

/** @param {Situation} situation @returns {Step[]} */
function bettingSteps(situation) {
  const { session, facts, automatic } = situation;
  /** @type {Step[]} */
  const steps = [];
  if (session.count_due && !automatic) steps.push(countStep(facts.clauses.count_any_time));
  for (const { player, entry, indicator } of session.players)
    if (/form/.test(entry ?? "") && !indicator && !automatic)
      steps.push({
        key: `examine-${player}`,
        text: `Examine ${player}'s form and put the indicator in front of ${player}.`,
        clause: facts.clauses.undisclosed_is_examined,
        orders: [{ do: "examine-form", label: "Examined", preset: { player } }],
      });
  steps.push(...missingSteps(situation), ...adjustments(situation));
  const missing = session.players.some((each) => each.state === "in" && each.entry === null);
  if (!missing && !steps.length && !automatic)
    steps.push({ key: "close", text: "Everybody has wagered or passed: call “No more bets.”", clause: undefined, orders: [] });
  return steps;
}

/** @param {Situation} situation @returns {Step[]} */
function missingSteps({ session, facts, automatic }) {
  const missing = session.players.filter(
    (each) =>
      each.state === "in" &&
      each.entry === null &&
      (session.turn === null || session.turn === each.player),
  );
  const late = missing.every((each) => each.late);
  return missing.map(({ player, deductions }, n) => {
    /** @type {StepOrder[]} */
    const orders = [];
    if (n === 0 && session.wager_seconds !== null && !late && !automatic)
      orders.push({ do: "call-time", label: "Call time" });
    if (deductions < facts.absences)
      orders.push({ do: "deduct-for-absence", label: "Absent: deduct the minimum", preset: { player }, asks: true });
    orders.push({ do: "disqualify", label: "Disqualify", preset: { player }, asks: true });
    const absent = deductions ? ` Absent in ${deductions} of ${facts.absences} rounds that are deducted.` : "";
    return {
      key: `missing-${player}`,
      text: `${player} has not wagered yet.${absent}`,
      clause: facts.clauses.no_wager_disqualifies,
      orders,
    };
  });
}

/**
 * Return the wagers that are put right when bets are closed.
 * @param {Situation} situation
 * @returns {Step[]}
 */
function adjustments({ session, boxes, facts }) {
  return session.players.flatMap(({ player, box, late }) => {
    const placed =
      boxes.find((each) => each.number === box)?.bettors.find((each) => each.player === player)
        ?.placed ?? 0;
    const plays = placed ? amountThatPlays(placed, session.limits, late) : 0;
    if (plays === placed) return [];
    const done = plays > placed ? "made up" : "cut back";
    return [
      {
        key: `adjust-${player}`,
        text: `Box ${box}, ${player}: the wager of ${money(placed)} is ${done} to ${money(plays)} when bets are closed.`,
        clause: late ? facts.clauses.late_wager_is_minimum : facts.clauses.wager_in_units_of_minimum,
        orders: [],
      },
    ];
  });
}

/** @param {Situation} situation @returns {Step[]} */
function afterRoundSteps({ session, facts, automatic }) {
  if (automatic) return [];
  const announce = session.opened.map((form) => ({
    key: `announce-${form.player}`,
    text: `Open and announce ${form.player}'s form: ${openedText(form)}.`,
    clause: facts.clauses.undisclosed_is_announced,
    orders: [],
  }));
  const passed = session.players.filter((each) => each.entry === "pass card");
  const absent = session.players.filter((each) => each.entry === "absent");
  return [
    ...announce,
    ...passed.map(({ player }) => ({
      key: `collect-${player}`,
      text: `Collect the pass card of ${player}.`,
      clause: facts.clauses.pass_card_instead_of_wager,
      orders: [],
    })),
    ...absent.map(({ player }) => ({
      key: `deduct-${player}`,
      text: `Take the minimum of ${money(session.limits.minimum)} from the chips of ${player}, who is absent.`,
      clause: facts.clauses.absences_deducted,
      orders: [],
    })),
  ];
}

/**
 * @param {string} clause
 * @returns {Step}
 */
const countStep = (clause) => ({
  key: "count",
  text: "Count the chips in front of each player and record the count.",
  clause,
  orders: [{ do: "record-count", label: "Record the count", asks: true }],
});

/** @param {Situation} situation @returns {Step[]} */
function endingSteps({ session, facts, automatic }) {
  const { clauses } = facts;
  if (session.count_due) return automatic ? [] : [countStep(clauses.chips_are_counted)];
  const differs = session.counts.some((each) => each.counted !== each.expected);
  if (!session.announced)
    return automatic
      ? []
      : [
          {
            key: "result",
            text: differs
              ? "The count differs from the software. Say which decides, and announce the result."
              : "Announce who finished where and who goes on.",
            clause: clauses.places_are_announced,
            orders: [
              differs
                ? { do: "announce-result", label: "Announce the result", asks: true }
                : { do: "announce-result", label: "Announce the result", preset: { by_count: false } },
            ],
          },
        ];
  if (!session.returned)
    return automatic
      ? []
      : [
          {
            key: "return",
            text: "Collect the tournament chips and return them to the tray.",
            clause: clauses.chips_are_returned,
            orders: [
              { do: "return-chips", label: "All are there", preset: { missing: [] } },
              { do: "return-chips", label: "Some are missing", asks: true },
            ],
          },
        ];
  return [
    {
      key: "end",
      text: "End the session: the players leave, and the table has its own chips again.",
      clause: clauses.tables_are_exclusive,
      orders: [{ do: "end-session", label: "End the session" }],
    },
  ];
}
