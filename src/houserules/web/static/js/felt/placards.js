/** What stands at the table for players to read: closing, limits to come, markers, one player's limits. */

import { fill, h } from "../kit/dom.js";
import { timeText } from "../kit/casino_time.js";

/** @typedef {import("./types.js").Placard} Placard */

/**
 * @param {Placard} placard
 * @param {string | null} me
 */
export function placardText({ subject, text, when, player }, me) {
  if (subject === "closing" && when !== null) return `${text} at ${timeText(when)}`;
  if (subject === "limits to come" && when !== null)
    return `New limits from ${timeText(when)}: ${text}`;
  if (subject === "marker" && player === me) return text.replace(`${player} keeps`, "You keep");
  if (subject === "own limits" && player === me) return text.replace(`${player} may`, "You may");
  return text;
}

/**
 * Find the marker that lies in front of a box.
 * @param {Placard[]} placards
 * @param {number} box
 */
export const markerAt = (placards, box) =>
  placards.find((each) => each.subject === "marker" && each.box === box) ?? null;

export class Placards {
  /**
   * @param {HTMLElement} element
   * @param {import("./types.js").Info} info
   */
  constructor(element, info) {
    this.element = element;
    this.info = info;
    this.shown = "";
  }

  /** @param {import("./types.js").Table} table */
  show({ placards }) {
    const signature = JSON.stringify(placards);
    if (signature === this.shown) return;
    this.shown = signature;
    this.element.hidden = !placards.length;
    fill(
      this.element,
      placards.map((each) =>
        h(
          "li",
          { "data-subject": each.subject },
          placardText(each, this.info.me),
          " ",
          h(
            "a",
            {
              class: "clause",
              href: `/rules/${this.info.rulebook}#c-${each.clause}`,
              target: "_blank",
            },
            each.clause,
          ),
        ),
      ),
    );
  }
}
