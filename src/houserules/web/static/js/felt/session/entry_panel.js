/** What a player of a session does before the cards: wager, play a pass card, hand in a form, take it back. */

import { h } from "../../kit/dom.js";
import { clampToRange, money } from "../../kit/money.js";
import { actionButton, amountField } from "../dock/controls.js";
import { openCommand } from "../table_queries.js";
import { WAGERS } from "../words.js";
import { formPanel } from "./form_panel.js";
import { playerOf } from "./summary.js";
import { amountsWithin, openAmounts } from "./wager_range.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../dock/controls.js").Action} Action
 * @typedef {import("../dock/controls.js").Range} Range
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("./summary.js").Player} Player
 * @typedef {(name: string, fields?: Record<string, unknown>) => Promise<boolean>} Give gives a command; false: refused
 * @typedef {{session: Session, player: Player, placed: number, amounts: Range | null}} Place
 */

/** The entry that one player prepares: what is typed outlasts the updates of others. */
export class SessionEntry {
  /**
   * @param {Info} info
   * @param {Give} give
   * @param {() => void} changed lets the dock be rendered again
   */
  constructor(info, give, changed) {
    this.info = info;
    this.give = give;
    this.changed = changed;
    this.wanted = 0;
    this.writesForm = false;
    this.sealed = 0;
  }

  /**
   * Wager on a box: the amount that is wanted, or one unit more where some lies there.
   * @param {Shown} shown
   * @param {number} box
   */
  async place(shown, box) {
    const place = placeOf(shown, this.info.me);
    if (!place) return;
    const { minimum } = place.session.limits;
    if (place.placed && box === place.player.box) await this.give("raise-wager", { box, amount: minimum });
    else
      await this.give("place-wager", {
        box,
        amount: this.wanted || minimum,
        seated: box === place.player.box,
      });
  }

  /**
   * Let the amount that was typed lie on the player's box; what is not allowed is refused with its clause.
   * @param {Place} place
   * @param {number | null} amount
   */
  async wager({ player, placed }, amount) {
    if (amount === null) return;
    const { box } = player;
    if (placed) await this.give("raise-wager", { box, amount: amount - placed });
    else await this.give("place-wager", { box, amount, seated: true });
  }

  /** @param {boolean} writes */
  writeForm(writes) {
    this.writesForm = writes;
    this.changed();
  }
}

/**
 * Return where somebody stands in the session before the cards; null: they are not in it.
 * @param {Shown} shown
 * @param {string | null} me
 * @returns {Place | null}
 */
export function placeOf({ table, mine }, me) {
  const player = playerOf(table.session, me);
  if (!table.session || !player || player.state !== "in") return null;
  const box = table.boxes.find((each) => each.number === player.box);
  const placed = box?.bettors.find((each) => each.player === me)?.placed ?? 0;
  const chips = (mine.free_chips ?? player.chips) + placed;
  const amounts =
    openAmounts(mine, player.box, placed) ??
    (placed ? null : amountsWithin(table.session.limits, chips, player.late));
  return { session: table.session, player, placed, amounts };
}

/**
 * Return the panel before the cards.
 * @param {Shown} shown
 * @param {Info} info
 * @param {SessionEntry} entry
 * @param {(action: Action, at: HTMLElement) => void} whyNot
 */
export function entryPanel(shown, info, entry, whyNot) {
  const place = placeOf(shown, info.me);
  if (!place) return null;
  const handIn = openCommand(shown.mine, "hand-in-form");
  if (entry.writesForm && handIn)
    return formPanel(/** @type {Range} */ (handIn), entry, info.tournament);
  entry.writesForm = false;
  const { amounts, player } = place;
  const wagers = player.entry === null || openAmounts(shown.mine, player.box, place.placed) !== null;
  const value = amounts ? clampToRange(entry.wanted || amounts.least, amounts) : 0;
  const field =
    wagers && amounts
      ? amountField({
          label: place.placed ? "Raise to" : "Wager",
          key: "wager",
          range: amounts,
          value,
          entered: () => void entry.wager(place, read()),
          changed: (amount) => (entry.wanted = amount),
        })
      : null;
  const read = () => field?.value() ?? null;
  return h(
    "div",
    { class: "acts session-entry" },
    h("p", { class: "entry-done" }, doneText(shown, place)),
    player.late &&
      h(
        "p",
        { class: "note bad" },
        `Your time is over: only the minimum of ${money(place.session.limits.minimum)} is left. `,
        h("span", { class: "clause" }, info.tournament?.clauses.late_wager_is_minimum),
      ),
    field?.element,
    actionsOf(shown, place, entry, read).map((action) => actionButton(action, whyNot)),
  );
}

/**
 * Say what this player has done in this round.
 * @param {Shown} shown
 * @param {Place} place
 */
function doneText({ mine }, { player, placed, session }) {
  const form = mine.forms.find((each) => each.player === player.player);
  const done = [
    placed > 0 && `Your wager: ${money(placed)}.`,
    form && "Your form is handed in: only you and the supervisors see it.",
    player.entry === "pass card" && "You have played a pass card.",
    player.entry === "absent" && "You are entered as absent: the minimum is deducted after the round.",
  ].filter(Boolean);
  if (done.length) return done.join(" ");
  return session.turn !== null && session.turn !== player.player
    ? `Wait for your turn: ${session.turn} wagers first.`
    : "";
}

/**
 * Return what may be done now; what may not yet is there too, and says why.
 * @param {Shown} shown
 * @param {Place} place
 * @param {SessionEntry} entry
 * @param {() => number | null} read the amount that was typed
 * @returns {Action[]}
 */
function actionsOf({ mine, table }, place, entry, read) {
  const { player, placed, amounts } = place;
  const open = openAmounts(mine, player.box, placed) !== null;
  const give = (/** @type {string} */ name, fields = {}) => void entry.give(name, fields);
  const ready = player.entry === null ? undefined : openCommand(mine, "be-ready");
  /** @type {Action[]} */
  const actions = [];
  if (open || player.entry === null)
    actions.push({
      key: "go",
      label: placed ? "Raise" : "Wager",
      shortcut: ready ? undefined : "g",
      primary: !ready,
      act: open ? () => void entry.wager(place, read()) : null,
      probe: { do: "place-wager", box: player.box, amount: amounts?.least ?? 0, seated: true },
    });
  if (player.entry === null && player.pass_cards > 0)
    actions.push({
      key: "pass",
      label: "Play a pass card",
      note: `${player.pass_cards} left`,
      shortcut: "p",
      act: openCommand(mine, "play-pass-card") ? () => give("play-pass-card") : null,
      probe: { do: "play-pass-card" },
    });
  if (player.forms > 0 && !mine.forms.some((each) => each.player === player.player))
    actions.push({
      key: "form",
      label: placed ? "Add a sealed wager" : "Sealed wager",
      note: `${player.forms} left`,
      shortcut: "f",
      act: openCommand(mine, "hand-in-form") ? () => entry.writeForm(true) : null,
      probe: { do: "hand-in-form" },
    });
  actions.push(...sideActions({ mine, table }, player, give), ...takeBackActions(mine, player, give));
  if (ready)
    actions.push({ key: "ready", label: "Ready", shortcut: "g", primary: true, act: () => give("be-ready") });
  return actions;
}

/**
 * Return Perfect Pairs, to put down or to take back.
 * @param {Pick<Shown, "mine" | "table">} shown
 * @param {Player} player
 * @param {(name: string, fields?: Record<string, unknown>) => void} give
 * @returns {Action[]}
 */
function sideActions({ mine, table }, { box }, give) {
  const lies = table.boxes
    .find((each) => each.number === box)
    ?.beside.find((each) => each.kind === "perfect-pairs" && each.player === mine.person);
  const at = { box, kind: "perfect-pairs" };
  const open = openCommand(mine, "place-side-wager", at);
  if (!lies && !open) return [];
  const label = WAGERS["perfect-pairs"];
  const withdraw = openCommand(mine, "withdraw-side-wager", at);
  if (lies)
    return withdraw
      ? [{ key: "side", label: `Take back ${label}`, note: money(lies.amount), act: () => give("withdraw-side-wager", at) }]
      : [];
  const amount = open?.least ?? 0;
  return [{ key: "side", label, note: money(amount), act: () => give("place-side-wager", { ...at, amount }) }];
}

/**
 * @param {Shown["mine"]} mine
 * @param {Player} player
 * @param {(name: string, fields?: Record<string, unknown>) => void} give
 * @returns {Action[]}
 */
function takeBackActions(mine, { box }, give) {
  /** @type {Action[]} */
  const actions = [];
  if (openCommand(mine, "withdraw-wager", { box }))
    actions.push({ key: "back", label: "Take the wager back", act: () => give("withdraw-wager", { box }) });
  if (openCommand(mine, "take-back-entry"))
    actions.push({
      key: "back-entry",
      label: mine.forms.length ? "Take the form back" : "Take the pass card back",
      act: () => give("take-back-entry"),
    });
  return actions;
}
