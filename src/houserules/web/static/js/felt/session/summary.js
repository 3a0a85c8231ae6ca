/** A session of a tournament in words: its round, its limits, its players and places. */

import { timeText } from "../../kit/casino_time.js";
import { money } from "../../kit/money.js";

/**
 * @typedef {import("../../messages.js").SessionView} Session
 * @typedef {import("../../messages.js").SessionPlayerView} Player
 * @typedef {import("../../messages.js").SessionLimitsView} Limits
 * @typedef {import("../../messages.js").OpenedFormView} OpenedForm
 * @typedef {import("../types.js").TournamentFacts} Facts
 */

/** @type {Record<NonNullable<Session["ending"]>, string>} */
const ENDINGS = {
  rounds: "The last round has been played.",
  clock: "Its time is up.",
  early: "It is certain who goes on.",
  "nobody left": "Nobody is left in it.",
  "play-off decided": "The play-off is decided.",
};

/**
 * Say which round is played or comes next, of how many.
 * @param {Session} session
 */
export function roundText({ over, play_off, round, rounds, ends }) {
  if (over) return "Session over";
  if (play_off) return `Play-off, round ${round}`;
  if (rounds !== null) return `Round ${round} of ${rounds}`;
  return ends === null ? `Round ${round}` : `Round ${round}, until ${timeText(ends)}`;
}

/** @param {Session} session */
export const endingText = ({ ending }) => (ending ? ENDINGS[ending] : "");

/** @param {Limits} limits */
export const limitsText = ({ minimum, maximum }) => `${money(minimum)} to ${money(maximum)}`;

/** @param {Limits} limits */
export const nextLimitsText = (limits) => `from round ${limits.from_round}: ${limitsText(limits)}`;

/**
 * Return the page of the tournament: a session is named after it, as "autumn/1".
 * @param {string} session
 */
export const tournamentPath = (session) =>
  `/tournaments/${encodeURIComponent(session.slice(0, session.lastIndexOf("/")))}`;

/**
 * Return the number of a session within its tournament.
 * @param {string} session
 */
export const numberOf = (session) => session.slice(session.lastIndexOf("/") + 1);

/**
 * Return a player of the session, also one who has left it.
 * @param {Session | null} session
 * @param {string | null} name
 */
export const playerOf = (session, name) =>
  session?.players.find((each) => each.player === name) ?? null;

/** @param {number} place */
export function ordinal(place) {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/**
 * Say how somebody has left the session, and under which clause; "": they are in.
 * @param {Player} player
 * @param {Facts | null} facts
 */
export function leftText({ state, clause }, facts) {
  if (state === "in") return "";
  if (state === "disqualified") return `disqualified (${clause})`;
  return `eliminated (${facts?.clauses.too_few_chips_eliminates})`;
}

/**
 * Say what somebody has done before the cards of this round.
 * @param {Player} player
 */
export function entryText({ entry }) {
  if (entry === "form") return "undisclosed wager";
  if (entry === "wager and form") return "wager and undisclosed wager";
  return entry ?? "";
}

/**
 * Say what a form that was opened was for: its type, its amount, and what it counted as.
 * @param {OpenedForm} form
 */
export function openedText({ kind, amount, deemed, clause }) {
  const written = `${kind === "original" ? "original wager" : (kind ?? "no type")}, ${amount === null ? "no amount" : money(amount)}`;
  const as = deemed === null ? "no wager: the minimum is deducted" : `counts as ${money(deemed)}`;
  return clause === null ? written : `${written}; ${as} (${clause})`;
}

/**
 * Say how the session stands, for those who listen.
 * @param {Session} session
 */
export function sessionText(session) {
  const { limits, next_limits: next, marker, turn } = session;
  return [
    `${roundText(session)}.`,
    endingText(session),
    `Limits ${limitsText(limits)}${next ? `; ${nextLimitsText(next)}` : ""}.`,
    marker === null ? "" : `The marker is at box ${marker}.`,
    turn === null ? "" : `${turn} is to wager.`,
  ]
    .filter(Boolean)
    .join(" ");
}
