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
