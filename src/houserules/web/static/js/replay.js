/** A round again: every step of it, forwards and backwards, on the same cloth. */

import { TableLayout } from "./felt/layout.js";
import { disputeText } from "./felt/disputes.js";
import { Explanation } from "./felt/explanation.js";
import { slideFromShoe } from "./felt/motion.js";
import { logSwitch } from "./felt/page_controls.js";
import { lineOf } from "./felt/lines.js";
import { fill, h, need } from "./kit/dom.js";

/**
 * @typedef {import("./felt/types.js").Layout} Layout
 * @typedef {import("./felt/types.js").Payment} Payment
 * @typedef {import("./felt/types.js").TableEvent} TableEvent
 * @typedef {import("./felt/lines.js").Line} Line
 * @typedef {{layout: Layout, payments: Payment[], line: Line | null}} Step what is to be seen, and its sentence
 */

const PACE = 850;

const info = /** @type {import("./felt/types.js").Info} */ (
  JSON.parse(need("#info").textContent ?? "")
);
const replay = /** @type {{before: Layout, steps: {event: TableEvent, layout: Layout}[]}} */ (
  JSON.parse(need("#replay").textContent ?? "")
);

/** Payments by the event after which they stood: a round that is put right goes back to one of them. */
const paidAt = new Map(/** @type {[string, Payment[]][]} */ ([]));

/** @param {{box: number, player: string}} absence */
const absenceKey = ({ box, player }) => `player.absent ${box} ${player}`;

/**
 * Return the payments that lie on the table after an event.
 * @param {Payment[]} payments
 * @param {TableEvent} event
 * @returns {Payment[]}
 */
function paymentsAfter(payments, event) {
  switch (event.name) {
    case "bets.closed":
      return [];
    case "wager.settled":
      return [...payments, event];
    case "dealer.turn-began":
      paidAt.set(event.name, payments);
      return payments;
    case "player.absent":
      paidAt.set(absenceKey(event), payments);
      return payments;
    case "round.taken-back":
      return (event.to > 1 && paidAt.get("dealer.turn-began")) || [];
    case "absence.taken-back":
      return paidAt.get(absenceKey(event)) ?? payments;
    default:
      return payments;
  }
}

/** @type {Step[]} */
const steps = [{ layout: replay.before, payments: [], line: null }];
for (const { event, layout } of replay.steps) {
  if (event.name === "table.cleared") continue; // the end of a round is looked at longest
  const last = steps[steps.length - 1];
  const payments = paymentsAfter(last.payments, event);
  const line = lineOf(info, event);
  if (line) steps.push({ layout, payments, line });
  else Object.assign(last, { layout, payments });
}

const explanation = new Explanation(info);
if (info.disputes && info.me && !info.staff)
  explanation.dispute = (payment) => {
    const about = disputeText(payment, Number(location.pathname.split("/").at(-1)));
    location.assign(
      `/tables/${encodeURIComponent(info.table)}?dispute=${encodeURIComponent(about)}`,
    );
  };
const tableLayout = new TableLayout(need("#cloth"), info, {
  place: () => {},
  side: () => {},
  explain: (payment) => explanation.payment(payment),
});
const slider = /** @type {HTMLInputElement} */ (need("#at"));
let at = 0;
let timer = 0;

/**
 * @param {number} to
 * @param {boolean} [moving]
 */
function go(to, moving = false) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  const { layout, payments, line } = steps[at];
  const fresh = tableLayout.show(layout, payments, { call: line?.tone === "call" ? line.text : "" });
  if (moving) slideFromShoe(fresh, tableLayout.shoe.element);
  slider.value = String(at);
  need("#step").textContent =
    `Step ${at} of ${steps.length - 1}. ${line?.text ?? "Before the round."}`;
  for (const item of need("#log").children)
    item.toggleAttribute("data-now", Number(/** @type {HTMLElement} */ (item).dataset.step) === at);
  need("#log").querySelector("[data-now]")?.scrollIntoView({ block: "nearest" });
  if (at === steps.length - 1) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  need("#play").textContent = "Play";
}

function play() {
  if (timer) return stop();
  if (at === steps.length - 1) go(0);
  need("#play").textContent = "Pause";
  timer = setInterval(() => go(at + 1, true), PACE);
}

const moves = /** @type {[string, () => void][]} */ ([
  ["first", () => go(0)],
  ["back", () => go(at - 1)],
  ["forth", () => go(at + 1, true)],
  ["last", () => go(steps.length - 1)],
]);
for (const [id, move] of moves) need(`#${id}`).addEventListener("click", () => (stop(), move()));
need("#play").addEventListener("click", play);
slider.max = String(steps.length - 1);
slider.addEventListener("input", () => (stop(), go(Number(slider.value))));
fill(
  need("#log"),
  steps
    .slice(1)
    .map(({ line }, n) =>
      h(
        "li",
        { class: `is-${line?.tone ?? "plain"}`, "data-step": n + 1 },
        h("button", { type: "button", onclick: () => (stop(), go(n + 1)) }, line?.text ?? ""),
      ),
    ),
);
logSwitch();
for (const box of tableLayout.boxes) box.spot.tabIndex = -1;
go(steps.length - 1);
