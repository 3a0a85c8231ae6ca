/** Amounts and times of carded play in words. */

import { money, parseAmount } from "../kit/money.js";

/**
 * Write a length of time: 45 min, 2 h 5 min.
 * @param {number} seconds
 */
export function durationText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (!hours) return `${minutes} min`;
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/**
 * @typedef {import("../messages.js").GamingLimitsOutput} Limits
 * @typedef {keyof Limits} LimitName
 * @typedef {{name: LimitName, label: string, unit: "money" | "minutes"}} LimitField
 */

/** @type {LimitField[]} */
export const FIELDS = [
  { name: "day_loss", label: "Most to lose per day", unit: "money" },
  { name: "week_loss", label: "Most to lose per week", unit: "money" },
  { name: "month_loss", label: "Most to lose per month", unit: "money" },
  { name: "day_deposit", label: "Most to pay in per day", unit: "money" },
  { name: "day_minutes", label: "Minutes of play per day", unit: "minutes" },
  { name: "break_after", label: "Take a break after so many minutes", unit: "minutes" },
];

/**
 * Write a limit; null is none.
 * @param {LimitField["unit"]} unit
 * @param {number | null} value
 */
export function limitText(unit, value) {
  if (value === null) return "no limit";
  return unit === "money" ? money(value) : `${value} min`;
}

/**
 * Read a limit as it is typed; blank is none, undefined cannot be read.
 * @param {LimitField["unit"]} unit
 * @param {string} text
 * @returns {number | null | undefined}
 */
export function parseLimit(unit, text) {
  if (!text.trim()) return null;
  if (unit === "money") return parseAmount(text) ?? undefined;
  return /^\s*[1-9]\d{0,3}\s*$/.test(text) ? Number(text) : undefined;
}
