/** The standing of a session: places, who goes on, who is out and under which clause. */

import { titledDialog } from "../../kit/dialog.js";
import { fill, h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { leftText, numberOf, openedText, ordinal, playerOf } from "./summary.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("./summary.js").Facts} Facts
 * @typedef {{place: number | null, player: string, box: number | null, chips: number, state: string}} Row
 */

/**
 * Return a row for every player, those with a place first.
 * @param {Session} session
 * @param {Facts | null} facts
 * @returns {Row[]}
 */
export function standingRows(session, facts) {
  const placed = session.standing.map(({ place, player, chips }) => {
    const there = playerOf(session, player);
    const left = there ? leftText(there, facts) : "";
    return { place, player, box: there?.box ?? null, chips, state: stateText(session, player, left) };
  });
  const others = session.players
    .filter((each) => each.state === "disqualified")
    .map((each) => ({
      place: null,
      player: each.player,
      box: each.box,
      chips: each.chips,
      state: leftText(each, facts),
    }));
  return [...placed, ...others];
}

/**
 * @param {Session} session
 * @param {string} player
 * @param {string} left how the player has left
 */
function stateText(session, player, left) {
  if (session.to_play_off.includes(player)) return "plays off";
  if (session.advancing.includes(player)) return session.final ? "prize" : "goes on";
  return left;
}

/** @param {Session} session */
export function goesOnText({ final, advance, play_off: isPlayOff }) {
  const places = advance === 1 ? "first place" : `first ${advance} places`;
  if (isPlayOff) return `Play-off for the ${places}.`;
  if (final) return `Prizes: the ${places}.`;
  return advance === 1 ? "The first place goes on." : `The ${places} go on.`;
}

/**
 * Return the standing as a table.
 * @param {Session} session
 * @param {Facts | null} facts
 * @param {string | null} me
 */
export function standingTable(session, facts, me) {
  const after = session.over ? "The places" : `After round ${session.round - 1}`;
  return h(
    "table",
    { class: "standing" },
    h("caption", {}, session.round > 1 || session.over ? after : "Before the first round"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Place", "Player", "Box", "Chips", "Result"].map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    h(
      "tbody",
      {},
      standingRows(session, facts).map(({ place, player, box, chips, state }) =>
        h(
          "tr",
          { class: player === me ? "mine" : "", "data-player": player },
          h("td", { class: "number" }, place === null ? "–" : ordinal(place)),
          h("th", { scope: "row" }, player === me ? "You" : player),
          h("td", { class: "number" }, box),
          h("td", { class: "number" }, money(chips)),
          h("td", {}, state),
        ),
      ),
    ),
  );
}

/**
 * Return the forms that were opened after their round; anybody at the table may read them until the next card.
 * @param {Session} session
 * @param {Facts | null} facts
 */
export function openedForms({ opened, over }, facts) {
  if (!opened.length) return null;
  return h(
    "section",
    { class: "opened-forms", "aria-labelledby": "opened-title" },
    h("h2", { id: "opened-title" }, "Undisclosed wagers of the last round"),
    h(
      "ul",
      {},
      opened.map((each) =>
        h("li", { "data-form": each.player }, h("b", {}, each.player), `: ${openedText(each)}.`),
      ),
    ),
    !over && h(
      "small",
      {},
      "You may read them until the first card of the next round ",
      h("span", { class: "clause" }, facts?.clauses.undisclosed_may_be_read),
    ),
  );
}

/** The standing in a dialog that follows the table. */
export class Standings {
  /** @param {import("../types.js").Info} info */
  constructor(info) {
    this.info = info;
    const { dialog, title, body } = titledDialog("standings-title", "standings");
    this.dialog = dialog;
    this.title = title;
    this.body = body;
    /** @type {Session | null} */
    this.session = null;
    this.shown = "";
  }

  open() {
    this.render();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Session | null} session */
  show(session) {
    this.session = session;
    if (this.dialog.open) this.render();
  }

  render() {
    const { session, info } = this;
    const signature = JSON.stringify(session);
    if (!session || signature === this.shown) return;
    this.shown = signature;
    this.title.textContent = `Standing, session ${numberOf(session.session)}`;
    fill(
      this.body,
      h("p", {}, goesOnText(session)),
      standingTable(session, info.tournament, info.me),
      session.counts.length > 0 && countsTable(session),
      openedForms(session, info.tournament),
    );
  }
}

/**
 * Return the last count beside what the software has.
 * @param {Session} session
 */
export function countsTable({ counts }) {
  return h(
    "table",
    { class: "standing" },
    h("caption", {}, "The last count"),
    h(
      "thead",
      {},
      h("tr", {}, ["Player", "Counted", "Expected", "Difference"].map((each) => h("th", { scope: "col" }, each))),
    ),
    h(
      "tbody",
      {},
      counts.map(({ player, counted, expected }) =>
        h(
          "tr",
          { class: counted === expected ? "" : "differs" },
          h("th", { scope: "row" }, player),
          h("td", { class: "number" }, money(counted)),
          h("td", { class: "number" }, money(expected)),
          h("td", { class: "number" }, counted === expected ? "none" : money(counted - expected)),
        ),
      ),
    ),
  );
}
