/** What the desk reads from the conditions of a tournament. */

import { parseAmount } from "../../kit/money.js";

/** @typedef {import("../../messages.js").DeskAnswer} DeskAnswer */

/** @param {unknown} text */
const cents = (text) => parseAmount(String(text ?? "")) ?? 0;

/** The chips of a session: what each player gets, and what it costs. @param {DeskAnswer} answer */
export function chipsOf({ view }) {
  const chips = /** @type {{amount?: string, price?: string} | undefined} */ (view.conditions.chips);
  return { amount: cents(chips?.amount), price: cents(chips?.price) };
}

/** What the conditions ask of an entrant. @param {DeskAnswer} answer */
export function entryTerms({ view, now }) {
  const { entry_fee: fee, entry, buy_back: back } =
    /** @type {{entry_fee?: string, entry?: {agreement_in_writing?: boolean}, buy_back?: {offered?: boolean, price?: string}}} */ (
      view.conditions
    );
  return {
    fee: cents(fee),
    agreement: entry?.agreement_in_writing ?? false,
    buyBack: back?.offered ? cents(back.price) : null,
    version: view.version,
    mayWithdraw: view.withdraw_until !== null && now / 1000 <= view.withdraw_until,
  };
}

/** Minutes of notice that the conditions promise; null: none are set. @param {DeskAnswer} answer */
export function noticeMinutes({ view }) {
  const changes = /** @type {{notice_minutes?: number} | undefined} */ (view.conditions.changes);
  return changes?.notice_minutes ?? null;
}

/** How the conditions say that prizes are paid. @param {DeskAnswer} answer */
export function paymentOf({ view }) {
  const prizes = /** @type {{payment?: string} | undefined} */ (view.conditions.prizes);
  return prizes?.payment ?? "";
}
