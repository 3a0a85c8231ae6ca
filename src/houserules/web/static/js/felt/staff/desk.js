/** The desk of a member of staff: the dealer's work, orders, and what to do when something went wrong. */

import { Refusal, getPageData, post } from "../../kit/api.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { conductNotes } from "../conduct.js";
import { waitsText } from "../session/strip.js";
import { roundText } from "../session/summary.js";
import { actionButton } from "../dock/controls.js";
import { dealerCall, roundProgress } from "./calls.js";
import { cardCommand, cardPanel, dealerActions, openToDealer, payList } from "./dealer_actions.js";
import { cardGrid, scanField } from "./card_picker.js";
import { syncClock } from "./clocks.js";
import { confirmAbsence, confirmPlace, questionDialog } from "./confirmations.js";
import { enteredPanel } from "./entered.js";
import { withClause } from "./rows.js";
import { stepList, stepsAt } from "./session_panel.js";
import { Sheet } from "./sheet.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../dock/controls.js").Action} Action
 * @typedef {{give: (name: string, fields?: Record<string, unknown>) => void, orders: () => void, troubles: () => void,
 *   order: (name: string, preset: Record<string, unknown>) => void,
 *   place: () => void, away: (open: import("../types.js").Open, shown: Shown) => void,
 *   whyNot: (action: Action, at: HTMLElement) => void}} Does
 */

const KEYBOARD = matchMedia("(hover: hover) and (pointer: fine)");

/**
 * @param {Info} info
 * @param {Shown} shown
 * @param {Does} does
 * @param {{scan: HTMLElement, grid: HTMLElement} | null} fields
 */
function staffPanel(info, shown, does, fields) {
  const dealer = info.staff?.role === "dealer";
  const seated = shown.table.dealer_name === info.me;
  const { session } = shown.table;
  const software = shown.table.dealt_by === "automatic dealer";
  /** @type {Action[]} */
  const actions = [];
  if (dealer && !seated && !software)
    actions.push({
      key: "seat-dealer",
      label: "Take the dealer's place",
      primary: true,
      act: does.place,
    });
  const staff = /** @type {import("./types.js").Staff} */ (info.staff);
  const waiting = hasChecked(info, shown) ? "check-cards" : "";
  if (seated)
    actions.push(
      ...dealerActions(shown, staff, {
        give: does.give,
        ask: (open) => does.away(open, shown),
      }).filter((each) => each.key !== waiting),
    );
  actions.push(
    { key: "trouble", label: "Something went wrong", shortcut: "w", act: does.troubles },
    { key: "orders", label: "Orders", shortcut: "o", act: does.orders },
  );
  const cards = seated && fields && cardPanel(shown, fields);
  const steps = stepsAt(info, shown.table);
  return [
    !software && roundProgress(shown.table),
    cards,
    stepList(steps, staff.orders, does),
    seated && staff.real && enteredPanel(shown, does.give),
    h(
      "div",
      { class: "acts" },
      actions.map((action) => actionButton(action, does.whyNot)),
    ),
    seated && conductNotes(info, "dealing", "How the cards are dealt"),
    !software && payList(shown),
    session ? sessionPlayers(session) : !cards && peopleAt(shown),
  ];
}

/**
 * List who is at the table with their chips.
 * @param {Shown} shown
 */
function peopleAt({ table, mine }) {
  if (!table.seats.length)
    return h("p", { class: "fact desk-only" }, "Nobody is at the table yet.");
  const chips = (/** @type {string} */ player) =>
    mine.purses.find((each) => each.player === player)?.chips ?? 0;
  return h(
    "section",
    { class: "pays desk-only" },
    h("h2", { class: "label" }, "At the table"),
    h(
      "ul",
      { class: "pay-list" },
      table.seats.map(({ player, seat }) =>
        h(
          "li",
          {},
          h("span", {}, seat ? `box ${seat}` : "standing"),
          h("span", {}, player, h("b", { class: "number chips-of" }, money(chips(player)))),
        ),
      ),
    ),
  );
}

/**
 * List the players of a session with their tournament chips.
 * @param {import("../session/summary.js").Session} session
 */
function sessionPlayers({ players }) {
  return h(
    "section",
    { class: "pays session-panel desk-only" },
    h("h2", { class: "label" }, "In the session, in tournament chips"),
    h(
      "ul",
      { class: "pay-list" },
      players.map(({ player, box, chips, state, pass_cards: cards, forms }) =>
        h(
          "li",
          {},
          h("span", {}, `box ${box}`),
          h(
            "span",
            {},
            player,
            state === "in" ? h("b", { class: "number chips-of" }, money(chips)) : `, ${state}`,
            state === "in" && cards + forms > 0 && h("small", {}, `pass cards ${cards}, undisclosed wagers ${forms}`),
          ),
        ),
      ),
    ),
  );
}

/**
 * Say what is going on, for staff.
 * @param {Info} info
 * @param {Shown} shown
 */
function staffText(info, shown) {
  const { table, mine } = shown;
  if (hasChecked(info, shown))
    return "You have checked the cards. A second person must check them too: call a supervisor.";
  if (table.locked) return `This table is locked: ${table.locked}`;
  if (table.payment_held) {
    const fills = info.staff?.orders.some((each) => each.do === "fill-float");
    return `The float cannot make this payment. ${fills ? "Fill it (Orders, Float tray)" : "Call a supervisor for a fill"}; then the payment is made and play continues.`;
  }
  if (table.session && (table.session.over || table.session.dispute !== null))
    return `${roundText(table.session)}. ${waitsText(table.session, info.me)}`;
  if (table.dealer_name === info.me)
    return dealerCall(info, shown) + (waits(info, shown) ? " Call a supervisor." : "");
  const tray = typeof mine.float_tray === "number" ? ` Float tray ${money(mine.float_tray)}.` : "";
  if (table.mishap) return withClause(table.mishap.what, table.mishap.clause);
  if (table.dealt_by === "automatic dealer") return `The software deals.${tray}`;
  if (table.dealer_name) return `${table.dealer_name} deals.${tray}`;
  return `No dealer yet. ${info.staff?.role === "dealer" ? "Take the dealer's place to begin." : "Waiting for a dealer."}${tray}`;
}

/**
 * Whether this person has checked the cards: where the rules ask for two, somebody else is the second.
 * @param {Info} info
 * @param {Shown} shown
 */
const hasChecked = (info, { table }) => info.me !== null && (table.shoe?.checked_by.includes(info.me) ?? false);

/**
 * Whether something has to be put right that only another office may.
 * @param {Info} info
 * @param {Shown} shown
 */
function waits(info, shown) {
  const staff = /** @type {import("./types.js").Staff} */ (info.staff);
  const { table, mine } = shown;
  return table.mishap !== null && mine.legal.length > 0 && !openToDealer(shown, staff).length;
}

/**
 * Bring the keyboard to the field for cards, where nothing else has it.
 * @param {HTMLElement} scan
 */
function ready(scan) {
  const here = document.activeElement;
  const free = !here || here === document.body || here.closest(".dock-body") !== null;
  if (KEYBOARD.matches && free)
    queueMicrotask(() => scan.querySelector("input")?.focus({ preventScroll: true }));
}

/**
 * Return the panel and the words for a member of staff.
 * @param {Info} info
 * @param {{commands: import("../commands.js").TableCommands, explanation: import("../explanation.js").Explanation, hints: import("../hints.js").Hints}} page
 */
export function staffDesk(info, { commands, explanation, hints }) {
  document.body.classList.add("has-desk");
  const look = () =>
    /** @type {Promise<import("./types.js").Looked>} */ (
      getPageData(`/tables/${encodeURIComponent(info.table)}/desk`)
    );
  const ask = questionDialog();
  const sheet = new Sheet({
    give: (name, fields) =>
      commands.live.command(name, fields).then(
        () => null,
        (no) => (no instanceof Refusal ? no : Promise.reject(no)),
      ),
    look,
    explain: (clause) => void explanation.clause(clause),
    stays: false,
  });
  const failed = (/** @type {unknown} */ no) => no instanceof Refusal && hints.refused(no);
  const take = confirmPlace(
    {
      look,
      leave: (table) =>
        post(`/api/tables/${encodeURIComponent(table)}/commands`, { do: "relieve-dealer" }),
      seat: () => void commands.give("seat-dealer"),
      failed,
    },
    ask,
  );
  const does = {
    give: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ fields = {}) =>
      void commands.give(name, fields),
    orders: () => void sheet.open().catch(failed),
    order: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ preset) =>
      void sheet.order(name, preset, "session").catch(failed),
    troubles: () => void sheet.troubles().catch(failed),
    whyNot: hints.whyNot.bind(hints),
    away: confirmAbsence(info, commands, ask),
    place: () => void take().catch(failed),
  };
  let named = "deal-card"; // what the next card that the dealer names is for
  const pick = (/** @type {string} */ card) => void commands.give(named, { card });
  const fields = info.staff?.real
    ? { scan: scanField(pick), grid: cardGrid(info.staff.deck, pick) }
    : null;
  return {
    panel: (/** @type {Shown} */ shown) => {
      syncClock(commands.latest?.now ?? Date.now());
      const panel = staffPanel(info, shown, does, fields);
      named = cardCommand(shown) ?? named;
      if (fields && cardCommand(shown)) ready(fields.scan);
      return panel;
    },
    text: (/** @type {Shown} */ shown) => staffText(info, shown),
  };
}
