/** What stands at a box in a session: the chips in front of its player, the marker, what was handed in. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { leftText } from "./summary.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("./summary.js").Facts} Facts
 * @typedef {{key: string, text: string, title: string}} Mark
 */

/**
 * Return the marks of a box; none where nobody plays.
 * @param {Session} session
 * @param {number} box
 * @param {Facts | null} facts
 * @returns {Mark[]}
 */
export function marksOf(session, box, facts) {
  const player = session.players.find((each) => each.box === box);
  if (!player) return [];
  if (player.state !== "in")
    return [{ key: "left", text: "out", title: `${player.player}: ${leftText(player, facts)}` }];
  const clauses = facts?.clauses ?? {};
  /** @type {[on: boolean, key: string, text: string, title: string][]} */
  const all = [
    [session.marker === box, "marker", "marker", `The wagers begin here (${clauses.order_of_wagering})`],
    [session.turn === player.player, "turn", "to wager", `It is ${player.player}'s turn to wager`],
    [player.entry === "pass card", "pass", "pass card", `Passes this round (${clauses.pass_card_instead_of_wager})`],
    [
      player.entry === "form" || player.entry === "wager and form",
      "form",
      player.indicator ? "sealed wager" : "form handed in",
      `An undisclosed wager (${clauses.undisclosed_is_examined})`,
    ],
    [player.entry === "absent", "absent", "absent", `The minimum is deducted (${clauses.absences_deducted})`],
    [player.late, "late", "minimum only", `Time is over (${clauses.late_wager_is_minimum})`],
    [
      player.deductions > 0,
      "deductions",
      `${player.deductions} of ${facts?.absences} absences`,
      `The minimum was deducted for absence (${clauses.absences_deducted})`,
    ],
    [player.declared !== null, "declared", "disqualified", `Leaves after this round (${player.declared})`],
  ];
  return all.filter(([on]) => on).map(([, key, text, title]) => ({ key, text, title }));
}

/**
 * Return what stands below a box; null: nobody plays there.
 * @param {Session | null} session
 * @param {number} box
 * @param {Facts | null} facts
 */
export function boxMarks(session, box, facts) {
  const player = session?.players.find((each) => each.box === box);
  if (!session || !player) return null;
  return [
    player.state === "in" &&
      h(
        "li",
        { class: "chips-held", title: `Tournament chips in front of ${player.player}` },
        h("b", { class: "number" }, money(player.chips)),
        " chips",
      ),
    marksOf(session, box, facts).map(({ key, text, title }) =>
      h("li", { class: "session-mark", "data-mark": key, title }, text),
    ),
  ];
}

/**
 * Say the same in words, for the label of the box; "": nobody plays there.
 * @param {Session | null} session
 * @param {number} box
 * @param {Facts | null} facts
 */
export function boxText(session, box, facts) {
  const player = session?.players.find((each) => each.box === box);
  if (!session || !player) return "";
  const marks = marksOf(session, box, facts).map((each) => each.text);
  const chips = player.state === "in" ? [`${money(player.chips)} in tournament chips`] : [];
  return [...chips, ...marks].join(", ");
}
