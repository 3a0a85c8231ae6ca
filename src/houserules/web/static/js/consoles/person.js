/** One person in the back office: who they are, and what may be done about them. */

import { Refusal } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { dateText, timeText } from "../kit/casino_time.js";
import { askWithPassword } from "../kit/password_prompt.js";
import { identitySection } from "./person_identity.js";
import { cashSection } from "./person_sections.js";
import { reasonForm } from "./person_sections.js";
import { cardsSection } from "./person_sections.js";

/**
 * @typedef {import("../messages.js").PersonShown} Person
 * @typedef {{me: string, roles: string[], owner: boolean, open: boolean, opened: (handle: string) => void, changed: () => Promise<void>}} Acts
 * @typedef {"/role" | "/role/take-away" | "/suspend" | "/reinstate" | "/reset-access" | "/cards" | `/cards/${string}/withdraw`} Where
 * @typedef {(method: "POST" | "PUT", where: Where, body: Record<string, unknown>) => Promise<void>} Order
 */

/**
 * @param {Person} person
 * @param {Acts} acts
 */
export function personRow(person, acts) {
  const said = h("p", { class: "said", role: "alert" });
  /** @type {Order} */
  const order = async (method, where, body) => {
    try {
      const path = /** @type {const} */ (`/api/persons/${encodeURIComponent(person.handle)}`);
      const answer = await askWithPassword(method, `${path}${where}`, body);
      if (answer && "password" in answer)
        return said.replaceChildren(
          "One-time password (shown once): ",
          h("code", { class: "secret" }, answer.password),
        );
      await acts.changed();
    } catch (no) {
      const { code, detail } =
        no instanceof Refusal ? no : { code: "", detail: "That did not work. Try again." };
      if (code !== "proof.needed") said.textContent = detail; // else the dialog was closed
    }
  };
  const own = person.handle === acts.me;
  const cash = cashSection(person);
  const identity = identitySection(person);
  const details = h(
    "details",
    { open: acts.open },
    summary(person),
    h(
      "div",
      { class: "person-acts" },
      facts(person),
      own &&
        h(
          "p",
          { class: "hint" },
          "This is you. Change your password and second factor on your account page.",
        ),
      acts.owner && !own && roleForm(person, acts.roles, order),
      !own && accessForms(person, acts.owner, order),
      cardsSection(person, order),
      identity?.element,
      cash?.element,
      said,
    ),
  );
  details.addEventListener("toggle", () => {
    if (!details.hasAttribute("open")) return;
    acts.opened(person.handle);
    cash?.open();
    identity?.open();
  });
  return h("li", { "data-person": person.handle }, details);
}

/** @param {Person} person */
function summary(person) {
  return h(
    "summary",
    {},
    h("b", {}, person.handle),
    h("span", { class: "hint" }, person.owner ? `owner, ${person.role}` : person.role),
    person.suspended && h("span", { class: "badge live" }, "suspended"),
    person.locked_until && h("span", { class: "badge live" }, "locked out"),
    person.role !== "player" &&
      !person.second_factor &&
      h("span", { class: "badge practice" }, "no second factor"),
  );
}

/** @param {Person} person */
function facts(person) {
  const staff = person.role !== "player";
  const factor = person.second_factor
    ? "on"
    : staff
      ? "not set up yet: the role cannot be used until it is"
      : "not set up, not required";
  return h(
    "dl",
    { class: "person-facts" },
    [
      ["Since", dateText(person.since)],
      staff && ["Licence", person.licence || "none entered"],
      ["Second factor", factor],
      person.must_change_password && ["Password", "for one use, to be changed at the next sign-in"],
      person.suspended && ["Suspended", person.suspended],
      person.locked_until && [
        "Locked out",
        `after too many attempts, until ${timeText(person.locked_until)}`,
      ],
    ].map((each) => each && h("div", {}, h("dt", {}, each[0]), h("dd", {}, each[1]))),
  );
}

/**
 * @param {Person} person
 * @param {string[]} roles
 * @param {Order} order
 */
function roleForm(person, roles, order) {
  const role = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { class: "select", "aria-label": `Role of ${person.handle}` },
      roles.map((each) => h("option", { ".selected": each === person.role }, each)),
    )
  );
  const licence = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      "aria-label": `Licence of ${person.handle}`,
      placeholder: "Licence number",
      maxlength: 40,
      required: true,
      ".value": person.licence,
    })
  );
  const form = h(
    "form",
    { class: "person-act" },
    role,
    licence,
    h(
      "button",
      { class: "button" },
      person.role === "player" ? "Assign role" : "Change role",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void order("PUT", "/role", { role: role.value, licence: licence.value });
  });
  return h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Role"),
    form,
    person.role !== "player" && reasonForm("Remove role", (why) => void order("POST", "/role/take-away", { why })),
  );
}

/**
 * @param {Person} person
 * @param {boolean} owner
 * @param {Order} order
 */
function accessForms(person, owner, order) {
  const out = person.suspended !== null || person.locked_until !== null;
  return h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Access"),
    reasonForm(
      out ? "Lift suspension" : "Suspend",
      (why) => void order("POST", out ? "/reinstate" : "/suspend", { why }),
    ),
    owner &&
      reasonForm("New one-time password", (why) => void order("POST", "/reset-access", { why })),
  );
}
