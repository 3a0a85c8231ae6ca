/** The draws of a promotion: what was committed to and published, and the proof once a prize is drawn. */

import { get, Refusal } from "../kit/api.js";
import { checkItem } from "../kit/check_item.js";
import { fill, h } from "../kit/dom.js";
import { clauseLink } from "../kit/page_commands.js";
import { checksOfDraw } from "./draw_checks.js";
import { prizeName } from "./words.js";

/**
 * @typedef {import("./words.js").PromotionAnswer} PromotionAnswer
 * @typedef {PromotionAnswer["view"]["results"][number]} Result
 * @typedef {import("./words.js").Law} Law
 */

/**
 * @param {string} name
 * @param {string} hash
 */
const published = (name, hash) =>
  h("p", {}, `${name} `, h("code", { class: "hash" }, hash));

/**
 * Every draw of a promotion that has started.
 * @param {PromotionAnswer} answer
 * @param {Law} law
 */
export function proofs(answer, law) {
  const { view } = answer;
  if (view.results.length === 0) return null;
  const outside = view.outside_event || "the scrutineer's own numbers";
  return [
    h(
      "p",
      {},
      `The house committed to a secret for each prize when the promotion started. When entries close, the list of entries is published. The winner follows from the list, the secret and ${outside}, which the house cannot steer. `,
      clauseLink(view.rulebook, law.draw),
    ),
    h("p", { class: "hint" }, "Write down what is published here: your note is the one thing that the house cannot change."),
    view.list_hash
      ? published(`The list has ${view.entries} ${view.entries === 1 ? "entry" : "entries"}; it is in the record of each draw. Its hash is`, view.list_hash)
      : h("p", {}, "The hash of the list appears here when entries close."),
    view.results.map((each) => proof(answer, each, law)),
  ];
}

/**
 * @param {PromotionAnswer} answer
 * @param {Result} result
 * @param {Law} law
 */
function proof({ promotion, view }, { prize, commitment, is_drawn: isDrawn }, law) {
  const path = /** @type {const} */ (`/api/promotions/${encodeURIComponent(promotion)}/draws/${prize}`);
  const file = `${promotion}-prize-${prize + 1}.json`;
  return h(
    "div",
    { class: "seat-draw", "data-draw": prize },
    h("h3", {}, `The draw of ${prizeName(view, prize)}`),
    published("Commitment", commitment),
    isDrawn && verification(path, prize, law),
    view.list_hash &&
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", href: path, download: file }, `Record of the draw, prize ${prize + 1}`),
      ),
    isDrawn && h("p", { class: "hint" }, "Check it on your own machine: ", h("code", {}, `houserules verify draw ${file} --published COMMITMENT --list HASH`)),
  );
}

/**
 * The check in the browser, with what somebody has noted.
 * @param {`/api/promotions/${string}`} path
 * @param {number} prize
 * @param {Law} law
 */
function verification(path, prize, law) {
  const list = h("ul", { class: "checks", "aria-live": "polite" });
  const field = (/** @type {string} */ name, /** @type {string} */ label) => {
    const id = `noted-${name}-${prize}`;
    const input = /** @type {HTMLInputElement} */ (
      h("input", { class: "input code", id, autocomplete: "off", spellcheck: "false", maxlength: 1000 })
    );
    return { input, element: h("div", { class: "field" }, h("label", { for: id }, label), input) };
  };
  const noted = {
    published: field("published", "The commitment you noted (optional)"),
    list: field("list", "The hash of the list you noted (optional)"),
    value: field("value", "The outside result as you know it (optional)"),
  };
  const verify = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const record = /** @type {import("./draw_checks.js").DrawRecord} */ (
        /** @type {unknown} */ (await get(path))
      );
      const notes = { published: noted.published.input.value, list: noted.list.input.value, value: noted.value.input.value };
      const checks = await checksOfDraw(record, { scrutineerAbove: law.scrutineer_above, noted: notes });
      fill(list, checks.map(checkItem), verdict(checks));
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      fill(list, h("li", { class: "failed" }, no.detail));
    }
  };
  return h(
    "details",
    { class: "entry-more" },
    h("summary", {}, `Verify the draw of prize ${prize + 1} here`),
    h(
      "form",
      { onsubmit: verify },
      Object.values(noted).map((each) => each.element),
      h("button", { class: "button primary", "data-key": `verify-${prize}` }, "Verify"),
    ),
    list,
  );
}

/** @param {import("../kit/check_item.js").Check[]} checks */
function verdict(checks) {
  const failed = checks.filter((each) => each.passed === false).length;
  const unmade = checks.some((each) => each.passed === null);
  return h(
    "li",
    { class: `${failed ? "failed" : unmade ? "unknown" : "passed"} verdict` },
    failed
      ? `Not verified: ${failed} of ${checks.length} checks failed.`
      : unmade
        ? "Verified in part."
        : `Verified: all ${checks.length} checks passed.`,
  );
}
