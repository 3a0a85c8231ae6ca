/** The cage: chips for cash and back, requests that wait for a second person, today's cash, the limits. */

import { Refusal, ask, get, newCommandId, post } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { timeText } from "../kit/casino_time.js";
import { money, parseAmount } from "../kit/money.js";

/**
 * @typedef {import("../messages.js").CageAnswer} Cage
 * @typedef {Cage["waiting"][number]} Request
 * @typedef {Request["direction"]} Direction
 * @typedef {Cage["limits"]} Limits
 */

const PACE = 3000;
const { me, ...first } = /** @type {Cage & {me: string}} */ (
  JSON.parse(need("#cage-data").textContent ?? "")
);
/** @type {Record<Direction, string>} */
const DONE = { "buy-in": "Sold", "cash-out": "Redeemed" };
/** @type {Record<Direction, string>} */
const DO = { "buy-in": "Sell", "cash-out": "Redeem" };
/** @type {[keyof Limits, string][]} */
const LIMITS = [
  ["cashier", "Cashier"],
  ["assistant_manager", "Assistant Gaming Manager"],
  ["manager", "Gaming Manager"],
  ["approval_above", "Approval by a second person above (per player)"],
];

/** What is shown: only what changes is drawn again, so that nobody loses what they are typing. */
let shown = "";
let shownLimits = "";
/** @type {Map<number, HTMLElement>} */
const rows = new Map();

/** @param {unknown} no */
const words = (no) => (no instanceof Refusal ? no.detail : "That did not work. Try again.");

/** @param {unknown} no */
function failed(no) {
  const state = need("#state");
  state.textContent = words(no);
  state.hidden = false;
}

/** @param {Cage} cage */
function show(cage) {
  const state = JSON.stringify(cage);
  if (state === shown) return;
  shown = state;
  const { mine, waiting, today, limits } = cage;
  need("#left").textContent = mine.limit
    ? `${money(Math.max(0, mine.limit - mine.used))} of your ${money(mine.limit)} is left today.`
    : "";
  fill(
    need("#waiting"),
    waiting.length
      ? waiting.map((each) => rowOf(each, mine.approves))
      : h("li", { class: "empty" }, "No requests waiting."),
  );
  const sum = (/** @type {Direction} */ way) =>
    money(today.reduce((all, each) => all + (each.direction === way ? each.amount : 0), 0));
  need("#sums").textContent = `${sum("buy-in")} sold, ${sum("cash-out")} redeemed.`;
  fill(
    need("#today"),
    today.map((each) =>
      h(
        "li",
        {},
        `${DONE[each.direction]} ${money(each.amount)}, ${each.handle} `,
        h(
          "span",
          { class: "hint" },
          `${timeText(each.at)}, by ${each.by}${each.approved_by ? `, approved by ${each.approved_by}` : ""}`,
        ),
      ),
    ),
  );
  if (shownLimits === JSON.stringify(limits)) return;
  shownLimits = JSON.stringify(limits);
  fill(need("#limits"), mine.sets_limits ? limitsForm(limits) : limitsList(limits));
}

/**
 * @param {Request} request
 * @param {boolean} approves
 */
function rowOf(request, approves) {
  const row = rows.get(request.number) ?? requestRow(request, approves);
  rows.set(request.number, row);
  return row;
}

async function look() {
  try {
    show(await get("/api/cage"));
    need("#state").hidden = true;
  } catch (no) {
    failed(no);
  }
}

/**
 * @param {Request} request
 * @param {boolean} approves
 */
function requestRow(request, approves) {
  const path = `/api/cage/requests/${request.number}`;
  const what = `${DO[request.direction].toLowerCase()} ${money(request.amount)} for ${request.handle}`;
  const said = h("p", { class: "said", role: "alert" });
  const order = async (/** @type {string} */ way, /** @type {unknown} */ body) => {
    try {
      await post(`${path}/${way}`, body);
      need("#said").textContent = way === "approve" ? `Approved: ${what}.` : `Declined: ${what}.`;
      await look();
    } catch (no) {
      said.textContent = words(no);
    }
  };
  const own = request.by === me;
  const why = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      "aria-label": `Reason to ${own ? "withdraw" : "decline"} request ${request.number}`,
      placeholder: "Reason (kept on record)",
      maxlength: 200,
      required: true,
    })
  );
  const form = h(
    "form",
    { class: "person-act" },
    why,
    h("button", { class: "button" }, own ? "Withdraw" : "Decline"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void order("decline", { why: why.value });
  });
  return h(
    "li",
    { class: "matter" },
    h(
      "p",
      {},
      h("b", {}, `${DO[request.direction]} ${money(request.amount)}`),
      ` for ${request.handle}, asked by ${request.by} at ${timeText(request.at)}.`,
    ),
    own && h("p", { class: "hint" }, "Another cashier or a manager approves it."),
    approves &&
      !own &&
      h(
        "p",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button primary", onclick: () => void order("approve", {}) },
          `Approve ${money(request.amount)}`,
        ),
      ),
    (approves || own) && form,
    said,
  );
}

/** @param {Limits} limits */
const limitsList = (limits) =>
  h(
    "dl",
    { class: "person-facts" },
    LIMITS.map(([key, label]) => h("div", {}, h("dt", {}, label), h("dd", {}, money(limits[key])))),
  );

/** @param {Limits} limits */
function limitsForm(limits) {
  const said = h("p", { class: "said", role: "alert" });
  const inputs = LIMITS.map(([key, label]) => ({
    key,
    label,
    input: /** @type {HTMLInputElement} */ (
      h("input", { class: "input", id: `limit-${key}`, inputmode: "decimal", required: true, ".value": String(limits[key] / 100) })
    ),
  }));
  const form = h(
    "form",
    {},
    h(
      "div",
      { class: "grid-2" },
      inputs.map(({ key, label, input }) =>
        h("div", { class: "field" }, h("label", { for: `limit-${key}` }, `${label}, dollars`), input),
      ),
    ),
    h("p", { class: "row" }, h("button", { class: "button" }, "Save limits")),
    said,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const amounts = Object.fromEntries(inputs.map(({ key, input }) => [key, parseAmount(input.value)]));
    if (Object.values(amounts).includes(null)) {
      said.textContent = "Enter amounts in dollars, such as 5000.";
      return;
    }
    try {
      show(await ask("PUT", "/api/cage/limits", amounts));
      need("#said").textContent = "Limits saved.";
    } catch (no) {
      said.textContent = words(no);
    }
  });
  return form;
}

/** Let a cashier sell and redeem chips. */
function cashForm() {
  const form = /** @type {HTMLFormElement} */ (need("#cash-form"));
  const player = /** @type {HTMLInputElement} */ (need("#player"));
  const amount = /** @type {HTMLInputElement} */ (need("#amount"));
  const said = need("#cash-said");
  const say = (/** @type {"good" | "bad"} */ tone, /** @type {import("../kit/dom.js").Child[]} */ ...parts) =>
    fill(said, h("p", { class: `note ${tone}` }, ...parts));
  const lookUp = async () => {
    const handle = player.value.trim();
    const place = need("#wallet");
    if (!handle) return (place.textContent = "Enter a player to see their chips.");
    try {
      const { balance, debts, handle: name } = await get(
        `/api/wallets/${encodeURIComponent(handle)}`,
      );
      const owed = debts
        .filter((each) => each.money === "chips")
        .map((each) => ` Owes ${money(each.amount)} at ${each.table}.`);
      place.textContent = `${name} has ${money(balance.chips)} in chips with the cashier.${owed.join("")}`;
    } catch (no) {
      place.textContent = words(no);
    }
  };
  player.addEventListener("change", () => void lookUp());

  /** @param {Direction} direction @param {string} handle @param {number} cents */
  const askApproval = async (direction, handle, cents) => {
    try {
      await post("/api/cage/requests", { direction, handle, amount: cents, id: newCommandId() });
      say("good", `Approval requested for ${money(cents)}. Hand nothing over until it is approved.`);
      await look();
    } catch (no) {
      say("bad", words(no));
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    const direction = /** @type {Direction} */ (button.dataset.direction);
    const handle = player.value.trim();
    const cents = parseAmount(amount.value);
    if (!cents) return say("bad", "Enter an amount in dollars, such as 200 or 37.50.");
    try {
      const path = `/api/wallets/${encodeURIComponent(handle)}/${direction}`;
      await post(path, { amount: cents, id: newCommandId() });
      say("good", `${DONE[direction]} ${money(cents)}, ${handle}.`);
      amount.value = "";
      await Promise.all([lookUp(), look()]);
    } catch (no) {
      if (!(no instanceof Refusal) || no.code !== "cash.approval-needed")
        return say("bad", words(no));
      say(
        "bad",
        `${no.detail} `,
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => void askApproval(direction, handle, cents),
          },
          `Request approval of ${money(cents)}`,
        ),
      );
    }
  });
}

if (first.mine.handles) cashForm();
show(first);
setInterval(() => document.hidden || void look(), PACE);
document.addEventListener("visibilitychange", () => document.hidden || void look());
