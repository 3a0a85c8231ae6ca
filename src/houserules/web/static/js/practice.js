/** One click to a seat: at a practice table of one's own, or at a shared one. */

import { Refusal, ask, post } from "./kit/api.js";
import { h, need } from "./kit/dom.js";

/** @param {string} table */
const seat = (table) => `/tables/${encodeURIComponent(table)}?sit`;
const isKnown = () => Boolean(document.querySelector(".account-link"));

/** Play alone, as a guest if need be. @param {string} rulebook */
async function practise(rulebook) {
  if (!isKnown()) await post("/api/guest");
  const own = await ask("PUT", `/api/me/practice-tables/${encodeURIComponent(rulebook)}`);
  location.assign(seat(own.table));
}

/**
 * Join others; a live table is for people with a name.
 * @param {string} table
 * @param {string | undefined} kind
 */
async function join(table, kind) {
  if (!isKnown()) {
    if (kind === "live")
      return location.assign(`/sign-in?next=${encodeURIComponent(seat(table))}`);
    await post("/api/guest");
  }
  location.assign(seat(table));
}

/** @param {HTMLElement} button */
async function go(button) {
  const { practice, play, kind } = button.dataset;
  button.setAttribute("disabled", "");
  try {
    await (practice ? practise(practice) : join(play ?? "", kind));
  } catch (no) {
    button.removeAttribute("disabled");
    const said = no instanceof Refusal ? no.detail : "That did not work. Try again.";
    need("#refused").replaceChildren(h("p", { class: "note bad", role: "alert" }, said));
  }
}

const buttons = /** @type {HTMLElement[]} */ ([
  ...document.querySelectorAll("[data-play], [data-practice]"),
]);
for (const button of buttons) button.addEventListener("click", () => void go(button));
addEventListener("pageshow", () => buttons.forEach((each) => each.removeAttribute("disabled")));
