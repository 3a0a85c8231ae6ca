/** Sections of a person in the back office: Player Cards, chips and debts. */

import { Refusal, get, newCommandId, post } from "../kit/api.js";
import { endOfDay, dateText, zoneLabel } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/**
 * @param {import("./person.js").Person} person
 * @param {import("./person.js").Order} order
 */
export function cardsSection(person, order) {
  if (person.role !== "player") return null;
  return h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Player Cards"),
    person.cards.length
      ? h(
          "ul",
          { class: "rows" },
          person.cards.map((card) => cardRow(card, order)),
        )
      : h(
          "p",
          { class: "hint" },
          "None. Live tables require a valid card where the rules do.",
        ),
    issueForm(order),
  );
}

/**
 * @param {{number: string, valid_until: number | null}} card
 * @param {import("./person.js").Order} order
 */
function cardRow({ number, valid_until: until }, order) {
  return h(
    "li",
    {},
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("code", {}, number),
        h("span", { class: "hint" }, until === null ? "no expiry" : `valid until ${dateText(until)}`),
      ),
      reasonForm(
        "Withdraw",
        (why) => void order("POST", `/cards/${encodeURIComponent(number)}/withdraw`, { why }),
      ),
    ),
  );
}

/** @param {import("./person.js").Order} order */
function issueForm(order) {
  const number = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      "aria-label": "Card number",
      placeholder: "Card number (blank: assigned)",
      maxlength: 40,
    })
  );
  const until = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", type: "date" })
  );
  const form = h(
    "form",
    { class: "person-act" },
    number,
    h("label", { class: "field" }, `Last valid day, blank for no expiry (${zoneLabel})`, until),
    h("button", { class: "button" }, "Issue a Player Card"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const end = until.value ? endOfDay(until.value) - 1 : null;
    void order("POST", "/cards", { number: number.value.trim() || null, valid_until: end });
  });
  return form;
}

/** @typedef {import("../messages.js").DebtShown} Debt */

/**
 * Return the part of a player's row that is about money; the balance is read when the row is opened.
 * @param {import("./person.js").Person} person
 * @returns {{element: HTMLElement, open: () => void} | null} null: staff play for nothing
 */
export function cashSection(person) {
  if (person.role !== "player") return null;
  const path = /** @type {const} */ (`/api/wallets/${encodeURIComponent(person.handle)}`);
  const has = h("p", { class: "hint" });
  const owes = h("ul", { class: "matters" });
  const said = h("p", { class: "said", role: "alert" });
  const show = (/** @type {{chips: number, practice: number}} */ balance) =>
    (has.textContent = `${money(balance.chips)} in chips with the cashier, ${money(balance.practice)} in practice chips, not counting chips at tables.`);
  const fail = (/** @type {unknown} */ no) =>
    (said.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again.");
  /** @param {string} table @param {Record<string, unknown>} command */
  const command = async (table, command) => {
    said.textContent = "";
    try {
      await post(`/api/tables/${encodeURIComponent(table)}/commands`, {
        player: person.handle,
        id: newCommandId(),
        ...command,
      });
      await look();
    } catch (no) {
      fail(no);
    }
  };
  const showDebts = (/** @type {Debt[]} */ debts) =>
    fill(
      owes,
      debts.map((debt) =>
        h(
          "li",
          { class: "matter" },
          h("p", {}, `Owes ${money(debt.amount)} at ${debt.table} (${debt.clause}).`),
          h(
            "button",
            {
              type: "button",
              class: "button",
              onclick: () => void command(debt.table, { do: "settle-debt", amount: debt.amount }),
            },
            "Pay from wallet",
          ),
          reasonForm(
            "Write it off",
            (why) => void command(debt.table, { do: "write-off-debt", amount: debt.amount, why }),
          ),
        ),
      ),
    );
  const look = () =>
    get(path).then(({ balance, debts }) => {
      show(balance);
      showDebts(debts);
    }, fail);
  const element = h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Chips"),
    has,
    owes,
    h(
      "p",
      { class: "hint" },
      "Cashiers sell and redeem chips at ",
      h("a", { href: "/cage" }, "the cage"),
      ".",
    ),
    said,
  );
  return { element, open: () => void look() };
}

/**
 * @param {string} label
 * @param {(why: string) => void} act
 */
export function reasonForm(label, act) {
  const why = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      "aria-label": `${label}: why`,
      placeholder: "Reason (kept on record)",
      maxlength: 200,
      required: true,
    })
  );
  const form = h("form", { class: "person-act" }, why, h("button", { class: "button" }, label));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(why.value);
  });
  return form;
}
