/** The panel of wagers: chips to click or drag, an amount to type, side wagers, and the way to the deal. */

import { chip, chipLabel } from "../../chips/chips.js";
import { SUIT_NAMES, suitIcon } from "../../cards/suits.js";
import { h } from "../../kit/dom.js";
import { money, clampToRange } from "../../kit/money.js";
import { openCommand, tokensOf } from "../table_queries.js";
import { WAGERS } from "../words.js";
import { amountField } from "./controls.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../wagers.js").Wagers} Wagers
 * @typedef {import("../../cards/suits.js").Suit} Suit
 */

const TRAY = [100, 500, 2500, 10000, 50000, 100000];

/**
 * Return the chips that are worth having in hand: not above what is there, not far below the minimum.
 * @param {number} chips
 * @param {number} minimum
 */
export function trayOf(chips, minimum) {
  const fit = TRAY.filter((value) => value <= Math.max(chips, minimum) && value * 20 >= minimum);
  return fit.slice(0, 5);
}

/**
 * Return the tray: one chip of it is in hand.
 * @param {number[]} values
 * @param {Wagers} wagers
 */
export function tray(values, wagers) {
  return h(
    "fieldset",
    { class: "tray" },
    h("legend", { class: "unseen" }, "Chip in hand"),
    values.map((value) =>
      h(
        "label",
        {
          class: "tray-chip",
          "data-chip": value,
          title: `${money(value)}: click a box, or drag it there`,
        },
        h("input", {
          type: "radio",
          name: "chip",
          value,
          ".checked": wagers.chip === value,
          "data-key": `chip-${value}`,
          "aria-label": `Chip of ${chipLabel(value).replace("c", " cents")}`,
          onchange: () => wagers.take(value),
        }),
        chip(value),
      ),
    ),
  );
}

/**
 * Return the whole panel.
 * @param {Info} info
 * @param {Shown} shown
 * @param {Wagers} wagers
 */
export function bettingPanel(info, shown, wagers) {
  const box = wagers.box(shown);
  const range = box === null ? null : wagers.range(shown, box);
  const field =
    range &&
    amountField({
      label: "Wager",
      key: "wager",
      range,
      value: clampToRange(wagers.amount(shown), range),
      entered: () => wagers.deal(),
      changed: (amount) => wagers.want(amount),
    });
  const tokens = tokensOf(shown.mine) + (box === null ? 0 : wagers.tokensOn(shown, box));
  const inTokens =
    tokens > 0 &&
    amountField({
      label: "Amount in tokens",
      key: "tokens",
      range: { least: 0, most: tokens, step: info.smallest_chip },
      value: Math.min(wagers.inTokens, tokens),
      entered: () => wagers.deal(),
      changed: (amount) => wagers.wantTokens(amount),
    });
  return h(
    "div",
    { class: "betting" },
    tray(trayOf(wagers.chips(shown), info.minimum), wagers),
    field?.element,
    inTokens && inTokens.element,
    box !== null && info.side_wagers.map((side) => sideSwitch(shown, box, side, wagers)),
    wagers.lying(shown).length > 0 &&
      h(
        "button",
        { type: "button", class: "button", "data-key": "back", onclick: () => wagers.takeBack() },
        "Take back",
      ),
  );
}

/**
 * Return the switch of a side wager; Suits You asks for a suit.
 * @param {Shown} shown
 * @param {number} box
 * @param {{kind: string, least: number}} side
 * @param {Wagers} wagers
 */
function sideSwitch({ table, mine }, box, side, wagers) {
  const lies = table.boxes
    .find((each) => each.number === box)
    ?.beside.find((each) => each.kind === side.kind && each.player === mine.person);
  const open = openCommand(mine, "place-side-wager", { box, kind: side.kind });
  if (!lies && !open && table.boxes.some((each) => each.number === box)) return null;
  const label = `${WAGERS[side.kind]} ${money(lies?.amount ?? side.least)}`;
  if (side.kind !== "suits-you" || lies) {
    return h(
      "button",
      {
        type: "button",
        class: "button",
        "aria-pressed": String(Boolean(lies)),
        "data-key": `side-${side.kind}`,
        onclick: () => wagers.side(box, side.kind),
      },
      label,
      lies?.suit ? suitIcon(/** @type {import("../../cards/suits.js").Suit} */ (lies.suit)) : null,
    );
  }
  return suitButtons(label, (suit) => void wagers.side(box, side.kind, suit));
}

/**
 * Return a button for each suit that a Suits You wager can be on.
 * @param {string} label
 * @param {(suit: Suit) => void} pick
 */
export function suitButtons(label, pick) {
  return h(
    "div",
    { class: "suits", role: "group", "aria-label": `${label}: choose the suit of the first card` },
    h("small", {}, label),
    /** @type {Suit[]} */ (["s", "h", "d", "c"]).map((suit) =>
      h(
        "button",
        {
          type: "button",
          class: "button suit-button",
          "data-key": `suit-${suit}`,
          "aria-label": `${label} on ${SUIT_NAMES[suit]}`,
          onclick: () => pick(suit),
        },
        suitIcon(suit),
      ),
    ),
  );
}

/**
 * Return the way to the cards: the deal, more chips, or a box to choose first.
 * @param {Shown} shown
 * @param {Wagers} wagers
 * @param {() => void} more
 * @returns {import("./controls.js").Action[]}
 */
export function dealActions(shown, wagers, more) {
  const held = wagers.chips(shown) + tokensOf(shown.mine);
  const lacks = held < wagers.info.minimum && !wagers.lying(shown).length;
  if (lacks) return [{ key: "more", label: "Get more chips", primary: true, act: more }];
  if (wagers.box(shown) === null)
    return [{ key: "go", label: "Choose a box", note: "click a spot on the table", act: null }];
  const act = () => void wagers.deal();
  return [{ key: "go", label: "Deal", shortcut: "g", primary: true, act }];
}
