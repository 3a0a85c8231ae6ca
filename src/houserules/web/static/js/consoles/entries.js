/** Lists that inspection shows: entries of registers, rounds, and why something could not be read. */

import { Refusal } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { dateTimeText } from "../kit/casino_time.js";
import { withoutClause } from "../kit/sentence.js";

/** @param {number} milliseconds */
export const timestamp = (milliseconds) => dateTimeText(milliseconds / 1000);

/**
 * Where something happened: a tournament or a promotion leads to its page, a table is only named.
 * @param {string} place such as t1, tournament/spring or promotion/spring
 */
export function placeName(place) {
  const [kind, name] = place.split("/");
  if (kind === "promotion" && name)
    return h("a", { href: `/promotions/${encodeURIComponent(name)}/inspection` }, place);
  if (kind === "tournament" && name)
    return h("a", { href: `/tournaments/${encodeURIComponent(name)}` }, place);
  return place;
}

/** @param {unknown} no */
export const errorNote = (no) =>
  h(
    "p",
    { class: "note bad" },
    no instanceof Refusal ? no.detail : "That did not work. Try again.",
  );

/**
 * Return entries as a table: when, where, by whom, what.
 * @param {import("../messages.js").EntryShown[]} entries
 * @param {string} label
 */
export function entryTable(entries, label) {
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "register" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["When", "Table", "By", "What", "Clause"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        entries.map((each) =>
          h(
            "tr",
            { "data-event": each.event.name },
            h("td", { class: "when" }, timestamp(each.at)),
            h("td", {}, placeName(each.table)),
            h("td", {}, each.by),
            h("td", {}, withoutClause(each.event.sentence)),
            h("td", { class: "clause" }, "clause" in each.event && each.event.clause),
          ),
        ),
      ),
    ),
  );
}

/** @param {import("../messages.js").RoundShown} each */
export function roundRow(each) {
  const name = `${each.table}, round ${each.number}`;
  return h(
    "li",
    { class: "round" },
    h("span", { class: "swatch", "aria-hidden": "true" }),
    each.ended
      ? h("a", { href: `/history/${each.table}/${each.number}` }, `Replay ${name}`)
      : h("span", {}, `${name}, under way`),
    h("time", { class: "hint" }, timestamp(each.began)),
    h("span", { class: "hint" }, each.players.join(", ")),
  );
}
