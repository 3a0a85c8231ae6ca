/** The registers of the house, and the notices among them. */

import { get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { entryTable, errorNote, placeName, timestamp } from "./entries.js";
import { sentenceText } from "../kit/sentence.js";

/** @typedef {import("../messages.js").RegisterAnswer} Register */
/** @typedef {{table: string, sentence: import("../kit/sentence.js").Sentence}} ToDo */

/** Show what is owed to whom, and what was told last. */
export async function notices() {
  const place = need("#notices-list");
  try {
    const found = await get("/api/registers/notices?limit=20");
    const given = found.entries.filter((each) => each.event.name === "notice.given");
    fill(
      place,
      found.to_do.length > 0 &&
        h(
          "ul",
          { class: "checks" },
          found.to_do.map((each) => openItem(/** @type {ToDo} */ (each))),
        ),
      given.length > 0 &&
        h(
          "ul",
          { class: "told-list" },
          given
            .slice(0, 8)
            .map((each) =>
              h(
                "li",
                {},
                sentenceText(each.event.sentence),
                h("span", { class: "hint" }, ` ${each.table}, ${each.by}, ${timestamp(each.at)}`),
              ),
            ),
        ),
      !found.to_do.length &&
        !given.length &&
        h(
          "p",
          { class: "empty" },
          "No notices given or owed. Notices to inspectors and Surveillance appear here.",
        ),
    );
  } catch (no) {
    fill(place, errorNote(no));
  }
}

/** @param {ToDo} each */
const openItem = (each) =>
  h("li", { class: "failed" }, h("b", {}, placeName(each.table), ": "), sentenceText(each.sentence));

/** @param {HTMLElement} button */
export async function register(button) {
  for (const each of document.querySelectorAll("[data-register]"))
    each.setAttribute("aria-pressed", String(each === button));
  const place = need("#register");
  const path = /** @type {const} */ (`/api/registers/${button.dataset.register}`);
  try {
    const found = await get(path);
    fill(
      place,
      h("p", { class: "hint" }, found.says),
      found.to_do.length > 0 && [h("h3", {}, "Open"), openPage(path, found, 0)],
      found.entries.length
        ? entriesPage(path, found)
        : h("p", { class: "empty" }, "This register is empty. Entries are made automatically as things happen at the tables."),
    );
  } catch (no) {
    fill(place, errorNote(no));
  }
}

/**
 * A page of what is open, and a way to the next.
 * @param {`/api/registers/${string}`} path
 * @param {Register} found
 * @param {number} from
 * @returns {import("../kit/dom.js").Child[]}
 */
function openPage(path, found, from) {
  const next = from + found.to_do.length;
  return [
    h(
      "ul",
      { class: "checks" },
      found.to_do.map((each) => openItem(/** @type {ToDo} */ (each))),
    ),
    next < found.to_do_count &&
      moreButton(`${found.to_do_count - next} more`, `${path}?to_do_from=${next}`, (more) =>
        openPage(path, more, next),
      ),
  ];
}

/**
 * A page of entries, and a way to the next.
 * @param {`/api/registers/${string}`} path
 * @param {Register} found
 * @returns {import("../kit/dom.js").Child[]}
 */
function entriesPage(path, found) {
  return [
    entryTable(found.entries, `Register of ${found.name}`),
    found.next &&
      moreButton("Older entries", `${path}?cursor=${encodeURIComponent(found.next)}`, (more) =>
        entriesPage(path, more),
      ),
  ];
}

/**
 * A button in whose place the next page comes.
 * @param {string} label
 * @param {`/api/registers/${string}`} path
 * @param {(found: Register) => import("../kit/dom.js").Child[]} shown
 */
function moreButton(label, path, shown) {
  const button = h("button", { type: "button", class: "button" }, label);
  const place = h("div", { class: "more" }, button);
  button.addEventListener("click", async () => {
    try {
      fill(place, shown(await get(path)));
    } catch (no) {
      fill(place, button, errorNote(no));
    }
  });
  return place;
}
