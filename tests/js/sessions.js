/** A session of a tournament to ask questions about. */

/**
 * @typedef {import("../../src/houserules/web/static/js/felt/session/summary.js").Session} Session
 * @typedef {import("../../src/houserules/web/static/js/felt/session/summary.js").Player} Player
 */

/** @type {import("../../src/houserules/web/static/js/felt/types.js").TournamentFacts} */
export const FACTS = {
  absences: 3,
  form_follows: "the original wager",
  grounds: [{ ground: "no wager", clause: "20.6.4" }],
  clauses: {
    absences_deducted: "20.5.6.1",
    chips_are_counted: "20.5.8",
    chips_are_returned: "20.5.9",
    concluded_when_all_agree: "20.5.5.2",
    concluded_when_determined: "20.5.5.1",
    count_any_time: "20.11.3",
    dispute_stops_game: "20.11.2",
    late_wager_is_minimum: "20.6.12",
    no_wager_disqualifies: "20.6.4",
    order_of_wagering: "20.9.1",
    pass_card_instead_of_wager: "20.7.1",
    places_are_announced: "20.5.8",
    session_ends: "20.1.1",
    tables_are_exclusive: "20.5.2",
    too_few_chips_eliminates: "20.6.13",
    undisclosed_is_announced: "20.8.2.6",
    undisclosed_is_examined: "20.8.2.5",
    wager_in_units_of_minimum: "20.6.14",
  },
};

/**
 * @param {string} player
 * @param {number} box
 * @param {Partial<Player>} [change]
 * @returns {Player}
 */
export const playerWith = (player, box, change) => ({
  player,
  box,
  state: "in",
  chips: 100_000,
  pass_cards: 1,
  forms: 1,
  deductions: 0,
  entry: null,
  indicator: false,
  late: false,
  clause: null,
  declared: null,
  ...change,
});

/**
 * @param {Partial<Session>} [change]
 * @returns {Session}
 */
export const sessionWith = (change) => {
  const players = change?.players ?? [playerWith("Ann", 1), playerWith("Bob", 3)];
  return {
    session: "autumn/1",
    round: 3,
    rounds: 10,
    play_off: false,
    ends: null,
    advance: 1,
    final: false,
    limits: { from_round: 1, minimum: 2500, maximum: 50_000 },
    next_limits: null,
    order_of_wagering: false,
    marker: null,
    turn: null,
    wager_seconds: null,
    players,
    opened: [],
    cash_value: false,
    allotment: 100_000,
    dispute: null,
    determined: false,
    concluded: null,
    over: false,
    ending: null,
    count_due: false,
    counts: [],
    standing: players.map(({ player, chips }, n) => ({ place: n + 1, player, chips })),
    places: [],
    announced: false,
    advancing: [],
    to_play_off: [],
    returned: false,
    ...change,
  };
};
