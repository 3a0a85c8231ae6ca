/** What the sections of the desk share: buttons that give orders, sessions, counts. */

import { h } from "../../kit/dom.js";

/**
 * @typedef {import("../../messages.js").DeskAnswer} DeskAnswer
 * @typedef {import("../../messages.js").LedgerAnswer} Ledger
 * @typedef {import("../../desk/orders.js").Order} Order
 * @typedef {import("../../desk/orders.js").Orders} Orders
 * @typedef {{answer: DeskAnswer, ledger: Ledger, orders: Orders, readOnly: boolean}} Desk
 */

/**
 * A button that begins an order. Who may not give it is told who may, and by which clause.
 * @param {Desk} desk
 * @param {string} label
 * @param {Order} order
 * @param {{key: string, style?: string, refusal?: {detail: string, clause?: string | null} | null}} how
 */
export function orderButton(desk, label, order, { key, style = "", refusal = null }) {
  if (desk.readOnly) return null;
  const no = whyNotMine(desk, order) ?? refusal;
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      "data-key": key,
      "data-do": order.do,
      "aria-disabled": no ? "true" : null,
      onclick: () => (no ? desk.orders.refused(order.title, no) : void desk.orders.begin(order)),
    },
    label,
  );
}

/**
 * @param {Desk} desk
 * @param {Order} order
 */
function whyNotMine({ answer }, order) {
  const power = answer.desk.powers.find((each) => each.command === order.do);
  if (!power || power.mine || order.table) return null;
  const roles = power.roles.filter((each) => each !== "player");
  return { detail: `This is for: ${roles.join(", ")}.`, clause: power.clause };
}

/**
 * Why a step that is due cannot be taken yet.
 * @param {Desk} desk
 * @param {string} command
 * @param {{session?: number, player?: string}} about
 */
export const whyNotYet = ({ answer }, command, { session, player }) =>
  answer.desk.due.find(
    (each) =>
      each.command === command &&
      (session === undefined || each.session === session) &&
      (player === undefined || each.player === player),
  )?.refusal ?? null;

/** Whether somebody may look but give no order. @param {DeskAnswer} answer */
export const isReadOnly = ({ desk }) => !desk.powers.some((each) => each.mine);

/**
 * All sessions so far, each with the name of its stage.
 * @param {DeskAnswer} answer
 */
export const sessionsOf = ({ view }) =>
  view.stages.flatMap((stage) =>
    stage.sessions.map((session) => ({ ...session, stage: stage.name, kind: stage.kind })),
  );

/** Whether chips were counted otherwise than the software has them. @param {import("../../messages.js").SessionAtTable} there */
export const differs = ({ session }) => session.counts.some((each) => each.counted !== each.expected);
