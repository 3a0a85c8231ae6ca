/** Prizes and their draws: the commitment of the house, chance from outside, winners, notices, payments. */

import { facts, mark, showRows } from "../../desk/rows.js";
import { dateTimeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { actButton, actsFor, prizeText } from "./desk_parts.js";
import { KIND_NAMES } from "./terms_fields.js";

/**
 * @typedef {import("./desk_parts.js").Desk} Desk
 * @typedef {import("../../messages.js").DeskPrize} Prize
 * @typedef {import("../../messages.js").DrawnWinner} Winner
 */

const COMMANDS = [
  ...["give-draw-entropy", "draw-prize", "tell-winner", "hand-over-prize", "pay-promotion-prize"],
  ...["approve-conversion", "pass-over-winner"],
];
/** @type {Record<string, string>} */
const WAYS = { "face-to-face": "face to face", mail: "by mail", telephone: "by telephone", email: "by email" };

/** @param {number} at */
const when = (at) => dateTimeText(at, { second: undefined, year: undefined });

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showDraws(list, desk) {
  const rows = desk.answer.desk.prizes.map((prize) => ({
    key: String(prize.number),
    state: [prize, actsFor(desk, COMMANDS, { prize: prize.number }), desk.answer.desk.scrutineer],
    build: () => card(desk, prize),
  }));
  showRows(list, rows, "No prizes.");
}

/** @param {Desk} desk @param {Prize} prize */
function card(desk, prize) {
  const { draw, number } = prize;
  const { desk: shown, promotion } = desk.answer;
  const needs = prize.needs_scrutineer && !shown.scrutineer;
  return h(
    "li",
    { class: "desk-card", "data-prize": number },
    h("h3", {}, `${prizeText(number)}: ${prize.description || KIND_NAMES[prize.kind]}`),
    facts([
      ["Kind", KIND_NAMES[prize.kind]],
      ["Value", prize.value === null ? "Not stated" : money(prize.value)],
      ["Money instead", prize.alternative === null ? null : money(prize.alternative)],
      ["Scrutineer", prize.needs_scrutineer ? (shown.scrutineer ?? mark("Required, not nominated", "bad")) : (shown.scrutineer ?? "Not required")],
    ]),
    draw && h("p", { class: "hash-line" }, "The house committed to ", h("code", {}, draw.commitment)),
    draw?.value && h("p", {}, `Chance from outside: ${draw.value}. ${draw.given_by}, ${when(draw.given_at ?? 0)}.`),
    draw?.secret && h("p", { class: "hash-line" }, "Revealed secret ", h("code", {}, draw.secret)),
    draw && h("ol", { class: "desk-steps" }, draw.winners.map((each) => winner(each))),
    draw && h("p", {}, h("a", { href: `/api/promotions/${promotion}/draws/${number}` }, "Record of the draw"), " for anybody to ", h("a", { href: `/promotions/${promotion}` }, "verify"), "."),
    needs && shown.phase === "closed" && h("p", { class: "desk-why" }, "The draw waits for a scrutineer."),
    h("div", { class: "desk-acts" }, actsFor(desk, COMMANDS, { prize: number }).map((act) => actButton(desk, act))),
  );
}

/** @param {Winner} winner */
const winner = ({ player, entry, at, by, scrutineer, notices, passed_over, paid }) =>
  h(
    "li",
    { "data-winner": player },
    h("b", {}, player),
    ` with entry ${entry}, drawn ${when(at)} by ${by}${scrutineer ? `, overseen by ${scrutineer}` : ""}. `,
    notices.map((each) => `Told ${WAYS[each.way]} ${when(each.at)}${each.note ? ` (${each.note})` : ""}. `),
    passed_over && mark("Passed over", "bad"),
    passed_over && ` ${passed_over} `,
    paid && mark(paidText(paid), "good"),
    paid && ` Receipt ${paid.reference}.`,
  );

/** @param {NonNullable<Winner["paid"]>} paid */
function paidText({ goods, cash, cheque, transfer }) {
  if (goods) return "Handed over";
  const ways = [cash && `${money(cash)} in cash`, cheque && `${money(cheque)} by cheque`, transfer && `${money(transfer)} by transfer`];
  return `Paid ${ways.filter(Boolean).join(", ")}`;
}
