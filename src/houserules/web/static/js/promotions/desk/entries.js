/** Entries: how many, earned or added by hand, void ones with the reason; one player's if asked for. */

import { mark, showRows } from "../../desk/rows.js";
import { dateTimeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { actButton, actsFor, showActs } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

/**
 * @param {{sum: HTMLElement, list: HTMLElement, acts: HTMLElement}} places
 * @param {Desk} desk
 * @param {import("../../messages.js").DeskEntries} entries
 */
export function showEntries(places, desk, { counted, void: void_, players, shown }) {
  const { list_hash, has_criteria, phase } = desk.answer.desk;
  const sum = [
    `${counted} ${counted === 1 ? "entry" : "entries"} of ${players} ${players === 1 ? "player" : "players"}.`,
    void_ ? `${void_} void.` : "",
    has_criteria ? "Play earns entries." : "",
    list_hash ? `SHA-256 of the list: ${list_hash}` : "",
  ];
  const text = sum.filter(Boolean).join(" ");
  if (places.sum.textContent !== text) places.sum.textContent = text;
  const [voidAct] = actsFor(desk, ["void-entry"]);
  const rows = shown.map((entry) => ({
    key: String(entry.number),
    state: [entry, voidAct],
    build: () =>
      h(
        "li",
        { class: "desk-row", "data-entry": entry.number },
        h(
          "div",
          { class: "desk-what" },
          h("b", {}, `${entry.number}: ${entry.player}`),
          entry.void && mark("Void", "bad"),
          h("p", { class: "desk-why" }, entry.earned_by ? earnedText(entry.earned_by) : entry.reason, entry.void && ` Void: ${entry.void}`),
        ),
        h("span", { class: "desk-why number" }, dateTimeText(entry.at, { second: undefined, year: undefined })),
        voidAct && !entry.void &&
          h("div", { class: "desk-acts" }, actButton(desk, voidAct, { key: `entry ${entry.number}`, with: { entry: entry.number } })),
      ),
  }));
  showRows(places.list, rows, phase === "draft" ? "Entries open when the promotion starts." : "No entries.");
  showActs(places.acts, desk, actsFor(desk, ["add-entries", "close-promotion-entries"]));
}

/** @param {{table: string, round: number, box: number}} earned */
const earnedText = ({ table, round, box }) => `Earned by play: table ${table}, round ${round}, box ${box}.`;
