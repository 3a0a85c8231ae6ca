/** Parts of the table's page that are not the table: help, and the banner of a lost connection. */

import { titledDialog } from "../kit/dialog.js";
import { fill, h, need } from "../kit/dom.js";
import { lettersAct, switchLetters } from "./keyboard.js";

/** @type {[string, string][]} */
const KEYS = [
  ["G", "Deal, or play on"],
  ["H", "Hit"],
  ["S", "Stand"],
  ["D", "Double"],
  ["L", "Double for less"],
  ["P", "Split"],
  ["I", "Insure"],
  ["R", "Surrender"],
  ["Y / N", "Answer yes / no"],
  ["P / F", "In a session: play a pass card, write a sealed wager"],
  ["C", "Cut the cards"],
  ["B", "Go to the boxes; use the arrow keys to move between them"],
  ["K", "Ask the coach (practice)"],
  ["T", "Hear a summary of the table"],
  ["?", "This help"],
];

/** What a dealer may press; the letters and figures of cards go into the card field. @type {[string, string][]} */
const DEALER_KEYS = [
  ["7 H", "The next card, rank and suit (real cards)"],
  ["G", "The call on the main button"],
  ["X", "The cutting card came out"],
  ["W", "Something went wrong"],
  ["O", "Orders"],
  ["Esc", "Clear the card field"],
  ["?", "This help"],
];

/**
 * Return what opens the help.
 * @param {import("./types.js").Info} info
 */
export function helpDialog({ staff, rulebook }) {
  const letters = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      ".checked": lettersAct(),
      onchange: () => switchLetters(letters.checked),
    })
  );
  const { dialog, title, body } = titledDialog("help-title", "help");
  title.textContent = staff ? "Keys" : "How to play";
  const page = /** @type {HTMLTemplateElement} */ (need("#how-to-play")).content;
  fill(
    body,
    !staff && page.cloneNode(true),
    !staff && h("h3", {}, "At this table"),
    !staff &&
    h(
      "p",
      {},
      "Take a chip and click a box, drag the chip there, or type an amount. Then deal. Point at a disabled button to see why, with the clause. Click a payment to see its rule and calculation.",
    ),
    !staff &&
    h(
      "p",
      {},
      h("a", { href: `/rules/${rulebook}`, target: "_blank" }, "The full rulebook with every clause"),
    ),
    !staff && h("h3", {}, "Keys"),
    h(
      "dl",
      { class: "keys" },
      (staff ? DEALER_KEYS : KEYS).map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    h("label", { class: "check" }, letters, " Use single-letter keys"),
  );
  return () => dialog.showModal();
}

/**
 * Say that the connection is lost, and that it is back.
 * @param {{link: string, why: string, tries: number}} state
 */
export function showConnection({ link, why }) {
  const banner = need("#link");
  banner.hidden = link === "open";
  banner.textContent =
    link === "over" ? why : "Connection lost. Your wagers are safe. Reconnecting…";
  document.body.classList.toggle("is-offline", link !== "open");
}

/** Let the log come and go where there is no room for it beside the table. */
export function logSwitch() {
  const button = need("#log-button");
  const panel = need("#log-panel");
  button.addEventListener("click", () => {
    const open = panel.classList.toggle("is-open");
    button.setAttribute("aria-expanded", String(open));
  });
}
