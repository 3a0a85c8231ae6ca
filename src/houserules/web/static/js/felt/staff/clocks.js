/** Clocks that staff wait for: how long a sign has still to stand, second by second. */

import { h } from "../../kit/dom.js";
import { timeOf } from "../../kit/hours.js";

/** The server's hour minus this browser's, in milliseconds. */
let ahead = 0;

/** @param {number} now the server's hour, in milliseconds */
export function setHour(now) {
  ahead = now - Date.now();
}

/** The server's hour in seconds. */
export const hourNow = () => (Date.now() + ahead) / 1000;

/** @param {number} seconds a moment */
export const hourOf = timeOf;

/**
 * Give what is still to wait: "12:05".
 * @param {number} seconds
 */
export function left(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Give a clock that runs to an hour by itself as long as it is in the page.
 * @param {number} from seconds
 * @param {number} until seconds
 * @param {string} over what is said when the time has come
 */
export function clockTo(from, until, over) {
  const bar = h("progress", {
    class: "wait-bar",
    max: Math.max(1, until - from),
    value: 0,
    "aria-hidden": "true",
  });
  const text = h("span", { class: "wait-text number" });
  const element = h("span", { class: "wait", "data-until": until }, bar, text);
  const tick = () => {
    const still = until - hourNow();
    bar.setAttribute("value", String(Math.max(0, hourNow() - from)));
    text.textContent = still > 0 ? `in ${left(still)}` : over;
    element.classList.toggle("is-over", still <= 0);
  };
  tick();
  const timer = setInterval(() => (element.isConnected ? tick() : clearInterval(timer)), 1000);
  return element;
}
