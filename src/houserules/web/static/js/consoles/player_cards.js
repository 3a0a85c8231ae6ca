/** The Player Cards of a person: issued, with an end where they have one, and withdrawn. */

import { h } from "../kit/dom.js";
import { dayEnds, dayOf, zoneLabel } from "../kit/hours.js";
import { reasonForm } from "./person_parts.js";

/**
 * @param {import("./person.js").Person} person
 * @param {import("./person.js").Order} order
 */
export function cardsPart(person, order) {
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
          "None. Live tables ask for one that is valid where the rules do.",
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
        h("span", { class: "hint" }, until === null ? "no end" : `valid until ${dayOf(until)}`),
      ),
      reasonForm(
        "Withdraw it",
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
    h("label", { class: "field" }, `Last valid day, blank for no end (${zoneLabel})`, until),
    h("button", { class: "button" }, "Issue a Player Card"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const end = until.value ? dayEnds(until.value) - 1 : null;
    void order("POST", "/cards", { number: number.value.trim() || null, valid_until: end });
  });
  return form;
}
