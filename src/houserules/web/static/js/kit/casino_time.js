/** Moments as the casino's clock shows them, and read as it would, whatever the clock of this browser says. */

export const zone = document.documentElement.dataset.zone || "UTC";
/** For the label of a field: UTC, or Australia/Sydney time. */
export const zoneLabel = zone === "UTC" ? zone : `${zone} time`;

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { timeZone: zone, hour: "numeric", minute: "2-digit", timeZoneName: "short" };
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { timeZone: zone, weekday: "short", day: "numeric", month: "short" };

/**
 * Write a time: 8:40 pm AEDT; with the day where it is not today.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const at = new Date(seconds * 1000);
  const time = at.toLocaleTimeString("en-AU", TIME);
  const day = at.toLocaleDateString("en-AU", DAY);
  return day === new Date().toLocaleDateString("en-AU", DAY) ? time : `${time}, ${day}`;
}

/**
 * Write a day and a time for records: 18 Nov 2026, 8:40:15 pm AEDT.
 * @param {number} seconds
 * @param {Intl.DateTimeFormatOptions} [more] other than the default
 */
export const dateTimeText = (seconds, more) =>
  new Date(seconds * 1000).toLocaleString("en-AU", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...more,
  });

/**
 * Write a day: 18 Nov 2026.
 * @param {number} seconds
 */
export const dateText = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-AU", { timeZone: zone, dateStyle: "medium" });

const PARTS = new Intl.DateTimeFormat("en-AU", {
  timeZone: zone,
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});
const A_DAY = 24 * 3600;

/**
 * How far the casino's clock is ahead of UTC at a moment, in seconds.
 * @param {number} seconds
 */
function offsetAt(seconds) {
  /** @type {Record<string, number>} */
  const at = {};
  for (const { type, value } of PARTS.formatToParts(seconds * 1000)) at[type] = Number(value);
  const shown = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  return shown / 1000 - seconds;
}

/**
 * The moments at which the casino's clock shows a day and time: none where the clock is put forward
 * past it, two where it is put back.
 * @param {string} local as a field has it: 2026-11-18T20:40
 * @returns {number[]} seconds, the earlier one first
 */
export function momentsAtLocal(local) {
  const shown = Date.parse(`${local}Z`) / 1000;
  if (Number.isNaN(shown)) return [];
  const offsets = new Set([offsetAt(shown - A_DAY), offsetAt(shown + A_DAY)]);
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((moment) => moment + offsetAt(moment) === shown)
    .sort((one, other) => one - other);
}

/**
 * A moment as a field for day and time takes it: 2026-11-18T20:40.
 * @param {number} seconds
 */
export const localInputValue = (seconds) =>
  new Date((seconds + offsetAt(seconds)) * 1000).toISOString().slice(0, 16);

/**
 * A moment with the casino's offset, as files write it: 2026-09-01T10:00:00+10:00.
 * @param {number} seconds
 */
export function zonedText(seconds) {
  const minutes = Math.round(offsetAt(seconds) / 60);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const ahead = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return `${new Date((seconds + minutes * 60) * 1000).toISOString().slice(0, 19)}${offset}`;
}

/**
 * The first moment of a day of the casino; where midnight is skipped, the one the clock jumps at.
 * @param {string} day 2026-11-18
 */
export function startOfDay(day) {
  const midnight = Date.parse(`${day}T00:00Z`) / 1000;
  return momentsAtLocal(`${day}T00:00`)[0] ?? midnight - offsetAt(midnight - A_DAY);
}

/**
 * The first moment of the day after a day of the casino.
 * @param {string} day 2026-11-18
 */
export const endOfDay = (day) =>
  startOfDay(new Date(Date.parse(`${day}T00:00Z`) + A_DAY * 1000).toISOString().slice(0, 10));
