/** Clocks that staff wait for: how long a sign has still to stand, second by second. */

import { h } from "../../kit/dom.js";

/** The server's hour minus this browser's, in milliseconds. */
let ahead = 0;

/** @param {number} now the server's hour, in milliseconds */
export function syncClock(now) {
  ahead = now - Date.now();
}

/** The server's hour in seconds. */
export const serverSeconds = () => (Date.now() + ahead) / 1000;

/**
 * Return what is still to wait: "12:05".
 * @param {number} seconds
 */
export function timeLeft(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Return a clock that runs to an hour by itself as long as it is in the page.
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
    const still = until - serverSeconds();
    bar.setAttribute("value", String(Math.max(0, serverSeconds() - from)));
    text.textContent = still > 0 ? `in ${timeLeft(still)}` : over;
    element.classList.toggle("is-over", still <= 0);
  };
  tick();
  const timer = setInterval(() => (element.isConnected ? tick() : clearInterval(timer)), 1000);
  return element;
}
