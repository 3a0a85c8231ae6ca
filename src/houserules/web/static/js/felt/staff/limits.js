/** The limits of a sign as fields. */

import { h } from "../../kit/dom.js";
import { plain } from "../dock/parts.js";
import { dollars, text } from "./field_parts.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("./field_parts.js").Filled} Filled
 * @typedef {import("../types.js").Info} Info
 */

/**
 * The limits of a sign: as they are now, to be changed.
 * @param {string} label
 * @param {Info} info
 * @param {Field} field
 * @returns {Filled}
 */
export function limits(label, info, field) {
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
  const minimum = money("Minimum", info.minimum, false);
  const maximum = money("Maximum of a box (empty: none)", info.maximum, true);
  const unit = money("In steps of (empty: the smallest chip)", info.unit, true);
  const player = money("Maximum of one player (empty: none)", info.player_maximum, true);
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
      side_wagers: info.side_wagers,
    }),
  };
}
