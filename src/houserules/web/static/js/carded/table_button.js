/** At a table: today's result and time in the corner of the bar; behind it the player's limits. */

import { get } from "../kit/api.js";
import { titledDialog } from "../kit/dialog.js";
import { need } from "../kit/dom.js";
import { signedMoney } from "../kit/money.js";
import { showCardedPlay } from "./panel.js";
import { durationText } from "./words.js";

const EVERY = 60_000;

/** Wire the button that the page of a table has where carded play concerns it. */
export function cardedButton() {
  const button = need("#limits");
  const { dialog, title, body } = titledDialog("limits-title", "limits-dialog");
  title.textContent = "My limits";
  /** @param {import("../messages.js").CardedView} view */
  const show = ({ day, stop }) => {
    const text = stop ? "No play" : `${signedMoney(day.net)} · ${durationText(day.seconds)}`;
    button.textContent = text;
    button.setAttribute("aria-label", `My limits. Today: ${text}`);
  };
  const look = () => get("/api/me/carded").then(({ carded }) => show(carded), () => undefined);
  button.addEventListener("click", () => {
    dialog.showModal();
    void showCardedPlay(body, show);
  });
  void look();
  setInterval(() => document.hidden || void look(), EVERY);
  return look;
}
