/** A round again: every step of it, forwards and backwards, on the same cloth. */

import { Cloth } from "./felt/cloth.js";
import { disputeText } from "./felt/disputes.js";
import { Explaining } from "./felt/explaining.js";
import { deal } from "./felt/moving.js";
import { logSwitch } from "./felt/page_parts.js";
import { told } from "./felt/telling.js";
import { replayed } from "./felt/unfolding_wagers.js";
import { fill, h, need } from "./kit/dom.js";

/**
 * @typedef {import("./felt/types.js").Shown} Shown
 * @typedef {import("./felt/types.js").Happened} Happened
 */

const PACE = 850;

const info = /** @type {import("./felt/types.js").Info} */ (
  JSON.parse(need("#info").textContent ?? "")
);
const events = /** @type {Happened[]} */ (JSON.parse(need("#events").textContent ?? "")).filter(
  (event) => event.name !== "table.cleared",
);

/** @type {Shown} */
const EMPTY = {
  table: {
    table: info.table,
    position: 0,
    kind: info.kind,
    locked: null,
    payment_held: false,
    dealt_by: "",
    dealer_name: null,
    ready: [],
    leaving: [],
    waited_for: [],
    clock_ends: null,
    phase: "betting",
    rounds: 0,
    boxes: [],
    dealer: [],
    dealer_total: 0,
    question: null,
    seats: [],
    shoe: null,
    discards: 0,
    mishap: null,
  },
  mine: { person: info.me ?? "", role: "player", purses: [], told: [], legal: [] },
  payments: [],
};

/** The moments that a round put right goes back to, and what was to be seen then. */
const RETURNS = new Set(["bets.closed", "dealer.turn-began"]);
/** @type {Record<string, Shown>} */
const returns = {};

/**
 * Give the table as it was before the cards that are dealt again: all of them, or the dealer's.
 * @param {Happened} event
 */
const takenBack = (event) =>
  (event.to > 1 ? returns["dealer.turn-began"] : returns["bets.closed"]) ?? EMPTY;

/** @param {Happened} event */
const absenceOf = ({ box, player }) => `player.absent ${box} ${player}`;

/** What is to be seen: the state after it, and its sentence. */
const steps = events.reduce(
  (so, event) => {
    const before = so.at(-1)?.shown ?? EMPTY;
    if (event.name === "player.absent") returns[absenceOf(event)] = before;
    const shown =
      event.name === "round.taken-back"
        ? takenBack(event)
        : event.name === "absence.taken-back"
          ? (returns[absenceOf(event)] ?? before)
          : replayed(before, event);
    if (RETURNS.has(event.name)) returns[event.name] = shown;
    const line = told(info, event, shown);
    if (line) so.push({ shown, line });
    else if (so.length) so[so.length - 1] = { ...so[so.length - 1], shown };
    return so;
  },
  /** @type {{shown: Shown, line: import("./felt/telling.js").Line | null}[]} */ ([
    { shown: EMPTY, line: null },
  ]),
);

const explaining = new Explaining(info);
if (info.disputes && info.me && !info.staff)
  explaining.dispute = (payment) => {
    const about = disputeText(payment, Number(location.pathname.split("/").at(-1)));
    location.assign(
      `/tables/${encodeURIComponent(info.table)}?dispute=${encodeURIComponent(about)}`,
    );
  };
const cloth = new Cloth(need("#cloth"), info, {
  place: () => {},
  side: () => {},
  explain: (payment) => explaining.payment(payment),
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
  const { shown, line } = steps[at];
  const fresh = cloth.show(shown, line?.tone === "call" ? line.text : "");
  if (moving) deal(fresh, cloth.shoe.element);
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
for (const box of cloth.boxes) box.spot.tabIndex = -1;
go(steps.length - 1);
