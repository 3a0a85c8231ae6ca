/**
 * What a role may do at a table, and what it needs to know besides the felt.
 *
 * @typedef {{name: string, label: string, optional: boolean, as: string, choices?: string[]}} Field
 * @typedef {{to: string, about: string, by_name: boolean}} First a notice that comes before an order
 * @typedef {{do: string, title: string, says: string, clause: string | null, group: string, fields: Field[],
 *   first: First[]}} Order
 * @typedef {{id: string, what: string, provided: boolean, says: {clause: string, says: string}[],
 *   acts: {do: string | null, what: string, who: string[]}[], table_does: string[]}} Trouble
 * @typedef {{role: string, orders: Order[], troubles: Trouble[], deck: string[], real: boolean,
 *   deals_at: {table: string, title: string, round: boolean} | null}} Staff `deals_at`: another live table
 *
 * @typedef {{minimum: number, maximum: number | null, unit: number | null, player_maximum: number | null,
 *   side_wagers: {kind: string, least: number, most: number}[]}} Stated
 * @typedef {{player: string, length: string, clause: string}} Restriction
 * @typedef {{player: string, seat: number | null, missed: number, boxes: number[], chips: number, card: string | null,
 *   marker: {minimum: number} | null, own: {minimum: number, maximum: number} | null,
 *   maximum: number | null, restrictions: Restriction[]}} Patron
 * @typedef {{number: number, player: string, about: string, round: number, review_asked: boolean, accepted: boolean,
 *   advised: boolean, state: string, decisions: {by: string, says: string, pays: number}[]}} Dispute
 * @typedef {{number: number, says: string, player: string | null, enquiries: string | null, suspected: boolean, attempts: {kind: string}[],
 *   rectified: number | null, duties: {what: string, clause: string}[], excused: boolean, no_credit: boolean}} WrongPayment
 * @typedef {{what: string, clause: string, moves: {card: string, taken_from: string | null, put_to: string | null}[],
 *   falls_away: string[], leftover: string[]}} Mishap
 * @typedef {{to: string, about: string, player: string | null, clause?: string}} Notice
 * @typedef {{table: string, title: string, rulebook: string, game: string, edition: string, kind: string,
 *   dealt_by: string, has_dealer: boolean, dealer: string | null, minimum: number, maximum: number | null, smallest_chip: number, boxes: number,
 *   seats_taken: number[], players: number, phase: string, rounds: number, is_open: boolean, is_locked: boolean,
 *   locked: string | null, mishap: Mishap | null, float_tray: number, short: number, people: Patron[],
 *   sign: {stated: Stated, announced: {stated: Stated, when: number, since: number}[],
 *     orders: {side_wagers_beside_own: boolean, bettors: number | null, players: number | null, one_a_box: boolean,
 *       boxes: number | null, reserved: [box: number, player: string][]}} | null,
 *   hands: [number, number][], closing: {closes: number, shown: number} | null, closed: boolean,
 *   minutes: {limits: number | null, closing: number | null}, told: Notice[], owed: Notice[],
 *   disputes: Dispute[], payments: WrongPayment[], detained: {player: string, by: string, clause: string}[],
 *   debts: {player: string, amount: number, clause: string}[],
 *   session: import("../session/summary.js").Session | null, forms: import("../../messages.js").FormView[]}} Desk
 *
 * @typedef {{kind: string, key: string, says: string, about: Record<string, unknown>, since: number | null,
 *   acknowledged: {by: string, at: number} | null}} Alert something that waits for somebody
 *
 * @typedef {{now: number, desk: Desk, info: import("../types.js").Info}} Looked one table as it is at an hour
 * @typedef {object} Acts how a console reaches the table
 * @property {(name: string, fields: Record<string, unknown>) => Promise<import("../../kit/api.js").Refusal | null>} give
 * @property {() => Promise<Looked>} look
 * @property {(clause: string) => void} explain
 * @property {boolean} stays whether the console is what somebody came for, and the felt is elsewhere
 */

export {};
