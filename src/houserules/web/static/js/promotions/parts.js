/** What everybody sees of a promotion beside its terms and draws: facts, how it stands, prizes and results. */

import { dateTimeText } from "../kit/casino_time.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { asSentence, prizesOf, termOf } from "./words.js";

/**
 * @typedef {import("./words.js").PromotionAnswer} PromotionAnswer
 * @typedef {import("./words.js").PromotionView} PromotionView
 */

const WITHOUT_SECONDS = { second: undefined };
/** @param {number | null} at */
const when = (at) => (at === null ? "not stated yet" : dateTimeText(at, WITHOUT_SECONDS));

/** @param {PromotionAnswer} answer */
export function facts({ view, now }) {
  const isPast = (/** @type {number | null} */ at) => at !== null && at <= now / 1000;
  /** @type {[string, string][]} */
  const rows = [
    [isPast(view.starts) ? "Started" : "Starts", when(view.starts)],
    [isPast(view.closes) ? "Entries closed" : "Entries close", when(view.closes)],
    ["Draw", when(view.held_on)],
    ["Entries", String(view.entries)],
  ];
  return rows.map(([term, says]) =>
    h("div", {}, h("dt", {}, term), h("dd", { class: "number" }, says)),
  );
}

/**
 * How it ended, or why it waits.
 * @param {PromotionView} view
 */
export function standing(view) {
  if (view.phase === "cancelled")
    return h("p", { class: "note bad" }, `The promotion is cancelled: ${asSentence(view.reason)} There are no further draws.`);
  if (view.postponed)
    return h("p", { class: "note bad" }, `The draws are postponed: ${asSentence(view.postponed)}`);
  return null;
}

/** @param {PromotionView} view */
export function prizes(view) {
  const results = termOf(view, "results_published");
  const head = ["Prize", "What it is", "Worth", "Result"];
  return [
    h(
      "div",
      { class: "scroller", tabindex: "0", role: "region", "aria-label": "All prizes" },
      h(
        "table",
        { class: "plain prizes" },
        h("thead", {}, h("tr", {}, head.map((each) => h("th", { scope: "col" }, each)))),
        h(
          "tbody",
          {},
          prizesOf(view).map((prize, at) =>
            h(
              "tr",
              { "data-prize": at },
              h("th", { scope: "row" }, at + 1),
              h("td", {}, prize.description || prize.kind.replaceAll("-", " ")),
              h("td", { class: "number" }, money(view.prize_values[at] ?? 0)),
              h("td", {}, resultText(view, at)),
            ),
          ),
        ),
      ),
    ),
    results && h("p", { class: "hint" }, `How results are published: ${asSentence(results)}`),
  ];
}

/**
 * @param {PromotionView} view
 * @param {number} prize
 */
function resultText(view, prize) {
  const result = view.results.find((each) => each.prize === prize);
  if (!result?.is_drawn) return view.phase === "cancelled" ? "not drawn" : "to be drawn";
  const isMine = view.mine?.won.includes(prize) ?? false;
  const wins = isMine
    ? `Entry ${result.entry}: you have won`
    : `Entry ${result.entry} of player ${result.code} wins`;
  return result.is_awarded ? `${wins}; awarded` : wins;
}
