/** The coach's figures, written on the buttons that they are about. */

import { h } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { bestOf } from "./judging.js";

/**
 * @typedef {import("./judging.js").Advice} Advice
 * @typedef {import("./spots.js").Spot} Spot
 */

/**
 * @param {HTMLElement} dock
 * @param {Advice} advice
 * @param {Spot} spot
 * @param {boolean} many boxes wait for a decision: playing on is about all of them
 */
export function write(dock, { best, values, insurance }, spot, many) {
  const put = (/** @type {string} */ key, /** @type {number} */ cents, isBest = false) => {
    const button = dock.querySelector(`[data-key="${key}"]`);
    if (!button) return;
    button.classList.toggle("is-best", isBest);
    button.querySelector(".act-value")?.remove();
    const words = `${isBest ? "best, " : ""}${signed(Math.round(cents))}`;
    button.append(h("span", { class: "act-value number" }, words));
  };
  if (!spot.offers) {
    for (const [name, value] of Object.entries(values))
      if (value !== null) put(name, value * spot.wager, name === best);
    return;
  }
  const { surrender } = values;
  const playing = values[bestOf(values, "surrender") ?? ""];
  if (surrender != null) put(`surrender-${spot.box}`, surrender * spot.wager, best === "surrender");
  if (playing != null && !many) put("go", playing * spot.wager, best !== "surrender");
  if (insurance !== null) put(`insure-${spot.box}`, insurance * spot.wager * 0.5);
}
