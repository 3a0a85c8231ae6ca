/** How the pages of tournaments call things. */

import { money } from "../kit/money.js";

/**
 * @typedef {import("../messages.js").TournamentAnswer} TournamentAnswer
 * @typedef {TournamentAnswer["view"]} TournamentView
 * @typedef {TournamentView["stages"][number]} Stage
 * @typedef {Stage["sessions"][number]} Session
 * @typedef {Session["seats"][number]} Seat
 * @typedef {TournamentAnswer["standings"][number]} Standing
 */

/** @type {Record<TournamentView["phase"], string>} */
export const PHASES = {
  new: "New",
  draft: "Draft",
  entries: "Open to entry",
  play: "Being played",
  placed: "Final over",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** @type {Record<Session["status"], string>} */
export const SESSION_STATES = {
  scheduled: "to come",
  running: "being played",
  over: "tie to be decided",
  decided: "over",
};

/**
 * Write a place: 1st, 2nd, 11th.
 * @param {number} place
 */
export function ordinal(place) {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/**
 * Write a number of things: 1 player, 7 players.
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/**
 * What a session is called: a play-off has no number of its own in the eyes of players.
 * @param {Session} session
 */
export const sessionName = ({ number, play_off_of: of }) =>
  of === null ? `Session ${number}` : `Play-off of session ${of}`;

/**
 * What people call a table: those of a practice tournament have long ids, and are numbered.
 * @param {string} id
 */
export const tableName = (id) => (id.startsWith("own_") ? (id.split("-").at(-1) ?? id) : id);

/**
 * How a player who was accepted stands: the place in the tournament, or in the last session that is over.
 * @param {TournamentView} view
 * @param {string} me
 */
export function standingText({ placings, prizes, stages }, me) {
  const place = placings.indexOf(me) + 1;
  if (place > 0) {
    const won = prizes.find((each) => each.player === me)?.amount ?? 0;
    return `You came ${ordinal(place)}${won > 0 ? ` and won ${money(won)}` : ""}.`;
  }
  const played = stages.flatMap((stage) => stage.sessions).filter(({ seats }) => seats.some(({ player }) => player === me));
  const last = played.at(-1);
  const seat = last?.seats.find(({ player }) => player === me);
  if (last?.status !== "decided" || last.advanced.includes(me) || !seat?.place) return null;
  const where = last.play_off_of === null ? `session ${last.number}` : `the play-off of session ${last.play_off_of}`;
  return `You came ${ordinal(seat.place)} in ${where}.`;
}

/**
 * How a player stands in a session: chips as they are now or as they were counted, and the place.
 * @param {Session} session
 * @param {Seat} seat
 * @param {readonly Standing[]} standings
 */
export function seatState(session, seat, standings) {
  const standing = standings.find((each) => each.session === session.number);
  const live = standing?.players.find((each) => each.player === seat.player);
  const chips = seat.chips ?? live?.chips ?? null;
  const outcome = seat.outcome ?? live?.state ?? null;
  return {
    chips: chips === null ? "" : money(chips),
    place: seat.place === null ? "" : ordinal(seat.place),
    goesOn: session.advanced.includes(seat.player),
    isOut: outcome === "eliminated" || outcome === "disqualified",
    isDisqualified: outcome === "disqualified",
  };
}
