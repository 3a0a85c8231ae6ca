/** Carded play of a person in the back office: identity, what they played, cases about their card. */

import { Refusal, get, post } from "../kit/api.js";
import { dateTimeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { signedMoney } from "../kit/money.js";
import { durationText } from "../carded/words.js";
import { reasonForm } from "./person_sections.js";

/**
 * @typedef {import("../messages.js").CardedPersonAnswer} Answer
 * @typedef {(act: () => Promise<unknown>, how?: {reads?: boolean}) => Promise<void>} Doing
 */

const WHEN = /** @type {const} */ ({ second: undefined });
const LONGEST_PHOTO = 40_000;

/**
 * Return the section; it is loaded when the person is opened. null: staff do not play.
 * @param {import("./person.js").Person} person
 */
export function identitySection(person) {
  if (person.role !== "player") return null;
  const path = /** @type {const} */ (`/api/persons/${encodeURIComponent(person.handle)}`);
  const body = h("div", { class: "carded-person" });
  const said = h("p", { class: "said", role: "alert" });
  const element = h("section", { class: "person-part", hidden: true }, h("h3", {}, "Carded play"), body, said);
  /** @type {Doing} what is read stays in sight; what is changed is loaded again */
  const doing = async (act, { reads = false } = {}) => {
    said.textContent = "";
    try {
      await act();
      if (!reads) await look();
    } catch (no) {
      said.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again.";
    }
  };
  /** @param {Record<string, unknown>} command */
  const give = (command) => void doing(() => post(`${path}/carded/commands`, command));
  const look = async () => {
    try {
      const answer = await get(`${path}/carded`);
      element.hidden = false;
      fill(body, facts(answer), identity(answer, path, doing), cases(answer, give));
    } catch (no) {
      element.hidden = no instanceof Refusal && no.code === "carded.off";
      if (!element.hidden) said.textContent = no instanceof Refusal ? no.detail : "Could not be loaded.";
    }
  };
  return { element, open: () => void look() };
}

/** @param {Answer} answer */
function facts({ carded, staff }) {
  /** @type {[string, string][]} */
  const rows = [
    ["Identity", staff.verified === null ? "not verified" : `verified ${dateTimeText(staff.verified, WHEN)}`],
    ["Today", `${signedMoney(carded.day.net)}, ${durationText(carded.day.seconds)}`],
    ["Last 24 hours", durationText(carded.in_24_hours)],
    ["Last 7 days", durationText(carded.in_7_days)],
  ];
  if (carded.why_not) rows.push(["May not play", `${carded.why_not} (${carded.clause})`]);
  if (carded.stop) rows.push(["Until", dateTimeText(carded.stop.until, WHEN)]);
  if (staff.assessment_due) rows.push(["Speak to them", `owed since ${dateTimeText(staff.assessment_due, WHEN)}`]);
  return h("dl", { class: "person-facts" }, rows.map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text))));
}

/**
 * @param {Answer} answer
 * @param {`/api/persons/${string}`} path
 * @param {Doing} doing
 */
function identity({ staff }, path, doing) {
  if (staff.verified === null) return verifyForm(path, doing);
  const details = h("div", {});
  return h(
    "div",
    {},
    reasonForm("Read the details", (why) =>
      void doing(async () => {
        const found = await post(`${path}/identity/read`, { why });
        const kind = found.photo.startsWith("/9j/") ? "jpeg" : "png";
        fill(
          details,
          h("img", { class: "identity-photo", alt: `Photo of ${found.name}`, src: `data:image/${kind};base64,${found.photo}` }),
          h("p", {}, `${found.name}, born ${found.born}. ${found.address}`),
          h("p", { class: "hint" }, `${found.document} ${found.number}`),
        );
      }, { reads: true }),
    ),
    details,
    h("p", { class: "hint" }, "Who read them, when and why is recorded."),
  );
}

/**
 * @param {`/api/persons/${string}`} path
 * @param {Doing} doing
 */
function verifyForm(path, doing) {
  const input = (/** @type {Record<string, unknown>} */ more) =>
    /** @type {HTMLInputElement} */ (h("input", { class: "input", maxlength: 200, required: true, ...more }));
  const name = input({});
  const born = input({ type: "date" });
  const address = input({ required: false });
  const document_ = input({ placeholder: "Driver licence NSW" });
  const number = input({});
  const photo = input({ type: "file", accept: "image/jpeg,image/png", maxlength: null });
  const compared = input({ type: "checkbox", class: null, maxlength: null });
  const namesake = input({ type: "checkbox", class: null, maxlength: null, required: false });
  const twin = h("label", { class: "check", hidden: true }, namesake, " I am sure that they are two people.");
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) => h("label", { class: "field" }, label, control);
  const form = h(
    "form",
    { class: "limits-grid" },
    field("Name on the document", name),
    field("Date of birth", born),
    field("Address, if the document shows one", address),
    field("Document", document_),
    field("Number", number),
    field("Photo that you took (JPEG or PNG, at most 40 kB)", photo),
    h("label", { class: "check" }, compared, " I have compared the face with the photo on the document."),
    twin,
    h("button", { class: "button" }, "Verify identity"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void doing(async () => {
      await post(`${path}/identity`, {
        name: name.value,
        born: born.value,
        address: address.value,
        document: document_.value,
        number: number.value,
        photo: await base64(photo.files?.[0]),
        is_namesake: namesake.checked,
      }).catch((no) => {
        if (no instanceof Refusal && no.code === "identity.namesake") twin.hidden = false;
        throw no;
      });
    });
  });
  return form;
}

/** @param {File | undefined} file */
async function base64(file) {
  if (!file || file.size > LONGEST_PHOTO)
    throw new Refusal({ code: "identity.bad", detail: "Choose a photo of at most 40 kB." });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

const ACTIONS = ["none", "suspend card", "cancel card", "exclude"];

/**
 * @param {Answer} answer
 * @param {(command: Record<string, unknown>) => void} give
 */
function cases({ staff }, give) {
  const holder = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", "aria-label": "Whose card it was", placeholder: "Whose card it was", maxlength: 60, required: true })
  );
  const opening = h("form", { class: "person-act" }, holder, h("button", { class: "button" }, "Played with another's card"));
  opening.addEventListener("submit", (event) => {
    event.preventDefault();
    give({ do: "open-card-case", holder: holder.value });
  });
  return h(
    "div",
    {},
    staff.cases.map((each) =>
      each.closed === null
        ? closeForm(each, give)
        : h("p", { class: "hint" }, `Case ${each.number}, the card of ${each.holder}: closed ${dateTimeText(each.closed, WHEN)}.`),
    ),
    opening,
  );
}

/**
 * @param {Answer["staff"]["cases"][number]} found
 * @param {(command: Record<string, unknown>) => void} give
 */
function closeForm({ number, holder, at }, give) {
  const choice = (/** @type {string} */ label) =>
    /** @type {HTMLSelectElement} */ (
      h("select", { class: "select", "aria-label": label }, ACTIONS.map((each) => h("option", { value: each }, each)))
    );
  const flag = () => /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const [user, owner, avoids, criminal] = [choice("The player"), choice("The holder"), flag(), flag()];
  const hours = /** @type {HTMLInputElement} */ (
    h("input", { class: "input amount", type: "number", min: 1, max: 87600, ".value": "24" })
  );
  const lasting = h("label", { class: "field", hidden: true }, "Hours of the suspension", hours);
  const suspends = () => [user, owner].some((each) => each.value === "suspend card");
  for (const each of [user, owner]) each.addEventListener("change", () => (lasting.hidden = !suspends()));
  return h(
    "div",
    { class: "matter" },
    h("p", {}, `Case ${number}: the card of ${holder}, found ${dateTimeText(at, WHEN)}.`),
    h("label", { class: "field" }, "About the player", user),
    h("label", { class: "field" }, "About the holder", owner),
    lasting,
    h("label", { class: "check" }, avoids, " To avoid harm minimisation"),
    h("label", { class: "check" }, criminal, " For crime"),
    reasonForm("Close the case", (reasons) =>
      give({
        do: "close-card-case",
        number,
        about_user: user.value,
        about_holder: owner.value,
        avoids_measures: avoids.checked,
        criminal: criminal.checked,
        reasons,
        hours: suspends() ? Number(hours.value) : null,
      }),
    ),
  );
}
