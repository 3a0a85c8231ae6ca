/** Forms about people: sent without leaving the page; what is wrong stands beside its field. */

import { Refused, ask } from "./kit/api.js";
import { fill, h } from "./kit/dom.js";

/** Which field a "no" is about, where its place in the request does not say. */
const FIELDS = [
  [/^name\./, "handle"],
  [/^sign-in\./, "password"],
  [/^password\.wrong/, "old"],
  [/^password\./, "new password"],
  [/^code\./, "code"],
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
    fields[name] = name === "scopes" ? data.getAll(name) : data.get(name);
  return fields;
}

/**
 * @param {HTMLFormElement} form
 * @param {Refused} no
 */
function complain(form, no) {
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
    const answer = remove
      ? await ask("DELETE", remove)
      : await ask("POST", post ?? "", Object.keys(fields).length ? fields : undefined);
    if (form.hasAttribute("data-token")) return showToken(form, answer.token);
    if (said) return (form.reset(), say(form, said, "good"));
    if (form.hasAttribute("data-reload")) return location.reload();
    location.assign(
      answer?.pending ? `/sign-in?next=${encodeURIComponent(next ?? "/")}` : (next ?? "/"),
    );
  } catch (no) {
    complain(form, /** @type {Refused} */ (no));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} token
 */
function showToken(form, token) {
  form.reset();
  say(form, "Copy the token now; it is not shown again.", "good");
  form.querySelector(".said")?.append(h("code", { class: "secret" }, token));
}

/** @param {HTMLElement} place */
async function enrol(place) {
  try {
    const { secret, uri } = await ask("POST", "/api/second-factor");
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form",
        { "data-post": "/api/second-factor/code", "data-next": place.dataset.next },
        h(
          "p",
          {},
          "Secret to type in: ",
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
        h("button", { class: "button primary" }, "Put it into force"),
      )
    );
    fill(place, form);
    wire(form);
    /** @type {HTMLElement | null} */ (form.querySelector("input"))?.focus();
  } catch (no) {
    say(place, /** @type {Refused} */ (no).detail, "bad");
  }
}

/** @param {HTMLFormElement} form */
function wire(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

document.querySelectorAll("form").forEach(wire);
document
  .querySelectorAll("[data-enrol]")
  .forEach((place) =>
    place
      .querySelector("button")
      ?.addEventListener("click", () => void enrol(/** @type {HTMLElement} */ (place))),
  );
