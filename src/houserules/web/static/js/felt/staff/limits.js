/** The limits of a sign as fields. */

import { h } from "../../kit/dom.js";
import { plain } from "../dock/parts.js";
import { dollars, text } from "./field_parts.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("./field_parts.js").Filled} Filled
 * @typedef {import("./types.js").Stated} Stated
 */

/**
 * The limits of a sign: as they are now, to be changed.
 * @param {string} label
 * @param {Stated} stated
 * @param {Field} field
 * @returns {Filled}
 */
export function limits(label, stated, field) {
  const money = (
    /** @type {string} */ name,
    /** @type {number | null} */ now,
    /** @type {boolean} */ optional,
  ) =>
    text(
      name,
      { ...field, optional },
      {
        value: now === null ? "" : plain(now),
        mode: "decimal",
        read: dollars,
        says: "an amount in dollars is needed.",
      },
    );
  const minimum = money("Minimum", stated.minimum, false);
  const maximum = money("Maximum of a box (empty: none)", stated.maximum, true);
  const unit = money("In steps of (empty: the smallest chip)", stated.unit, true);
  const player = money("Maximum of one player (empty: none)", stated.player_maximum, true);
  return {
    element: h(
      "fieldset",
      { class: "limits" },
      h("legend", {}, label),
      [minimum, maximum, unit, player].map((each) => each.element),
    ),
    read: () => ({
      minimum: minimum.read(),
      maximum: maximum.read(),
      unit: unit.read(),
      player_maximum: player.read(),
      side_wagers: stated.side_wagers,
    }),
  };
}
