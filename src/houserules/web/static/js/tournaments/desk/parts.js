/** What the sections of the desk share: buttons that give orders, rows that stay while they don't change. */

import { fill, h } from "../../kit/dom.js";

/**
 * @typedef {import("../../messages.js").DeskAnswer} DeskAnswer
 * @typedef {import("../../messages.js").LedgerAnswer} Ledger
 * @typedef {import("./orders.js").Order} Order
 * @typedef {import("./orders.js").Orders} Orders
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
 * Show rows, and leave those that have not changed as they are.
 * @param {HTMLElement} list
 * @param {{key: string, state: unknown, build: () => HTMLElement}[]} rows
 * @param {string} empty what stands there without rows
 */
export function showRows(list, rows, empty) {
  const known = new Map(
    [...list.children].map((each) => [each.getAttribute("data-row"), /** @type {HTMLElement} */ (each)]),
  );
  const focused = document.activeElement?.getAttribute("data-key");
  const shown = rows.map(({ key, state, build }) => {
    const text = JSON.stringify(state);
    const before = known.get(key);
    if (before?.dataset.state === text) return before;
    const row = build();
    row.dataset.row = key;
    row.dataset.state = text;
    const wasOpen = before?.querySelector("details")?.open;
    if (wasOpen) row.querySelector("details")?.setAttribute("open", "");
    return row;
  });
  const there = [...list.children];
  if (!shown.length) {
    if (there.length !== 1 || there[0].textContent !== empty)
      fill(list, h("li", { class: "empty" }, empty));
    return;
  }
  if (there.length === shown.length && there.every((each, n) => each === shown[n])) return;
  list.replaceChildren(...shown);
  const again = focused && list.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (again) /** @type {HTMLElement} */ (again).focus();
}

/**
 * Facts as pairs of a term and its value; those without a value are left out.
 * @param {[string, import("../../kit/dom.js").Child][]} pairs
 */
export const facts = (pairs) =>
  h(
    "dl",
    { class: "desk-facts" },
    pairs
      .filter(([, value]) => value !== null && value !== "" && value !== false)
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, value))),
  );

/** @param {string} text @param {"" | "good" | "bad" | "wait"} [tone] */
export const mark = (text, tone = "") => h("span", { class: `desk-mark ${tone}` }, text);

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
