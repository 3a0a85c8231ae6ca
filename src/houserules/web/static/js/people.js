/** Forms about people: sent without leaving the page; what is wrong stands beside its field. */

import { disputeItem } from "./felt/disputes.js";
import { Refusal, ask } from "./kit/api.js";
import { fill, h } from "./kit/dom.js";
import { timeText } from "./kit/casino_time.js";
import { askWithPassword } from "./kit/password_prompt.js";

/** @typedef {Partial<import("./messages.js").SignedInShown & import("./messages.js").MadeTokenAnswer> | null} FormAnswer */

/** Which field a "no" is about, where its place in the request does not say. */
const FIELDS = [
  [/^name\./, "handle"],
  [/^sign-in\./, "password"],
  [/^password\.wrong/, "old"],
  [/^password\./, "new password"],
  [/^(code|second-factor)\./, "code"],
  [/^(label|token)\./, "label"],
];

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, unknown>}
 */
function fieldsOf(form) {
  const data = new FormData(form);
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const name of new Set(data.keys()))
    if (name === "scopes") fields[name] = data.getAll(name);
    else if (name !== "code" || data.get(name)) fields[name] = data.get(name);
  if ("days" in fields) fields.days = Number(fields.days);
  return fields;
}

/**
 * @param {HTMLFormElement} form
 * @param {Refusal} no
 */
function complain(form, no) {
  if (no.code === "proof.needed") return; // the dialog was closed
  if (no.code === "sign-in.locked") askForCode(form);
  const names = no.where?.startsWith("body.")
    ? no.where.slice(5)
    : (FIELDS.find(([code]) => /** @type {RegExp} */ (code).test(no.code))?.[1] ?? "");
  const place = String(names)
    .split(" ")
    .map((name) => form.querySelector(`[data-wrong="${CSS.escape(name)}"]`))
    .find(Boolean);
  if (!place) return say(form, no.detail, "bad");
  place.textContent = no.detail;
  place.removeAttribute("hidden");
  const input = /** @type {HTMLElement | null} */ (place.parentElement?.querySelector("input"));
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
}

/**
 * Whoever is locked out may add the code of the second factor.
 * @param {HTMLFormElement} form
 */
function askForCode(form) {
  form.querySelectorAll("[data-locked]").forEach((each) => {
    each.removeAttribute("hidden");
    each.querySelectorAll("input").forEach((input) => (input.disabled = false));
  });
}

/**
 * @param {HTMLElement} form
 * @param {string} text
 * @param {"good" | "bad"} tone
 */
function say(form, text, tone) {
  form.querySelector(".said")?.remove();
  form.append(h("p", { class: `note said ${tone}`, role: "alert" }, text));
}

/** @param {HTMLFormElement} form */
async function send(form) {
  form.querySelectorAll("[data-wrong]").forEach((each) => each.setAttribute("hidden", ""));
  form.querySelectorAll("[aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
  const { post, delete: remove, next, said } = form.dataset;
  try {
    const fields = fieldsOf(form);
    const sent = Object.keys(fields).length ? fields : undefined;
    const answer = /** @type {FormAnswer} */ (
      await askWithPassword(remove ? "DELETE" : "POST", remove ?? post ?? "", sent)
    );
    if (form.hasAttribute("data-token")) return showToken(form, answer?.token ?? "");
    if (said) return (form.reset(), say(form, said, "good"));
    if (form.hasAttribute("data-reload")) return location.reload();
    const more = answer?.pending || answer?.failed_sign_ins?.length;
    location.assign(more ? `/sign-in?next=${encodeURIComponent(next ?? "/")}` : (next ?? "/"));
  } catch (no) {
    complain(form, /** @type {Refusal} */ (no));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} token
 */
function showToken(form, token) {
  form.reset();
  say(form, "Copy the token now. It will not be shown again.", "good");
  form.querySelector(".said")?.append(h("code", { class: "secret" }, token));
}

/** @param {HTMLElement} place */
async function enrol(place) {
  try {
    const { secret, uri } = await askWithPassword("POST", "/api/second-factor");
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form",
        { "data-post": "/api/second-factor/code", "data-next": place.dataset.next },
        h(
          "p",
          {},
          "Secret key: ",
          h("code", { class: "secret" }, secret.replace(/(.{4})/g, "$1 ").trim()),
        ),
        h("p", {}, h("a", { href: uri }, "Open in an authenticator app on this device")),
        h(
          "div",
          { class: "field" },
          h("label", { for: "first-code" }, "First code"),
          h("input", {
            class: "input code-input",
            id: "first-code",
            name: "code",
            inputmode: "numeric",
            autocomplete: "one-time-code",
            pattern: "[0-9]{6}",
            maxlength: 6,
            required: true,
          }),
          h("p", { class: "wrong", "data-wrong": "code", hidden: true }),
        ),
        h("button", { class: "button primary" }, "Turn it on"),
      )
    );
    fill(place, form);
    wire(form);
    /** @type {HTMLElement | null} */ (form.querySelector("input"))?.focus();
  } catch (no) {
    const { code, detail } = /** @type {Refusal} */ (no);
    if (code !== "proof.needed") say(place, detail, "bad");
  }
}

/** @param {HTMLFormElement} form */
function wire(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

/** Show the player's disputes at all tables; the answers go to the table where each was raised. */
function showDisputes() {
  const list = document.querySelector("#disputes-list");
  if (!(list instanceof HTMLElement)) return;
  /** @type {(import("./felt/types.js").Dispute & {table: string, title: string})[]} */
  const disputes = JSON.parse(document.querySelector("#disputes-data")?.textContent ?? "[]");
  const items = disputes.map((each) =>
    disputeItem(
      each,
      async (name, fields) => {
        const path = `/api/tables/${encodeURIComponent(each.table)}/commands`;
        try {
          await ask("POST", path, { do: name, ...fields });
          location.reload();
          return true;
        } catch (no) {
          say(list, /** @type {Refusal} */ (no).detail, "bad");
          return false;
        }
      },
      `${each.title}. `,
    ),
  );
  fill(list, items);
}

showDisputes();
/**
 * Show what a token was used for: when, from where, and for what.
 * @param {HTMLElement} place
 */
async function showUses(place) {
  const list = /** @type {HTMLElement} */ (place.querySelector("ul"));
  try {
    const { uses } = await ask("GET", `/api/me/tokens/${place.dataset.uses}/uses`);
    fill(
      list,
      uses.length
        ? uses.map((each) =>
            h(
              "li",
              {},
              each.what,
              " ",
              h("span", { class: "hint" }, `${timeText(each.at)}, from ${each.origin}`),
            ),
          )
        : h("li", { class: "empty" }, "Not used yet."),
    );
  } catch (no) {
    fill(list, h("li", { class: "empty" }, /** @type {Refusal} */ (no).detail));
  }
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-uses]")
))
  place.addEventListener("toggle", () => place.hasAttribute("open") && void showUses(place));
document.querySelectorAll("form").forEach(wire);
document
  .querySelectorAll("[data-enrol]")
  .forEach((place) =>
    place
      .querySelector("button")
      ?.addEventListener("click", () => void enrol(/** @type {HTMLElement} */ (place))),
  );
