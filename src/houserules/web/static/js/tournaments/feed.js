/** Follow a tournament. */

import { follow as followPath } from "../kit/feed.js";

/**
 * Call `onChange` with the tournament as the reader may see it: at first, and whenever it has changed.
 * @param {string} tournament
 * @param {(answer: import("../messages.js").TournamentAnswer) => void} onChange
 * @param {(no: import("../kit/api.js").Refusal | null) => void} [onTrouble]
 */
export const follow = (tournament, onChange, onTrouble) =>
  followPath(`/api/tournaments/${encodeURIComponent(tournament)}`, onChange, onTrouble);
