/** The registers of the house, and the notices among them. */

import { get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { entryTable, hourOf, wrong } from "./entries.js";
import { inWords, openInWords } from "./telling.js";

/** Show what is owed to whom, and what was told last. */
export async function notices() {
  const place = need("#notices-list");
  try {
    const found = await get("/api/registers/notices?limit=20");
    const given = found.entries.filter(
      (/** @type {any} */ each) => each.event.name === "notice.given",
    );
    fill(
      place,
      found.to_do.length > 0 &&
        h(
          "ul",
          { class: "checks" },
          found.to_do.map((/** @type {any} */ each) => open("notices", each)),
        ),
      given.length > 0 &&
        h(
          "ul",
          { class: "told-list" },
          given
            .slice(0, 8)
            .map((/** @type {any} */ each) =>
              h(
                "li",
                {},
                inWords(each.event),
                h("span", { class: "hint" }, ` ${each.table}, ${each.by}, ${hourOf(each.at)}`),
              ),
            ),
        ),
      !found.to_do.length &&
        !given.length &&
        h(
          "p",
          { class: "empty" },
          "No notice was given or is owed. Those to an inspector and to Surveillance appear here.",
        ),
    );
  } catch (no) {
    fill(place, wrong(no));
  }
}

/**
 * @param {string} register
 * @param {any} each
 */
const open = (register, each) =>
  h("li", { class: "failed" }, h("b", {}, `${each.table}: `), openInWords(register, each));

/** @param {HTMLElement} button */
export async function register(button) {
  for (const each of document.querySelectorAll("[data-register]"))
    each.setAttribute("aria-pressed", String(each === button));
  const place = need("#register");
  try {
    const found = await get(`/api/registers/${button.dataset.register}`);
    fill(
      place,
      h("p", { class: "hint" }, found.says),
      found.to_do.length > 0 && [
        h("h3", {}, "Open"),
        h(
          "ul",
          { class: "checks" },
          found.to_do.map((/** @type {any} */ each) => open(found.name, each)),
        ),
      ],
      found.entries.length
        ? entryTable(found.entries, `Register of ${found.name}`)
        : h("p", { class: "empty" }, "Nothing stands in this register yet. What happens at the tables is entered by itself."),
      found.more && h("p", { class: "hint" }, "Older entries: export a table or a day."),
    );
  } catch (no) {
    fill(place, wrong(no));
  }
}
