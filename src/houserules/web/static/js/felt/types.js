/**
 * What the server sends about a table; the same fields as in the API's description.
 *
 * @typedef {"betting" | "dealing" | "offers" | "playing" | "dealer" | "over"} Phase
 * @typedef {{player: string, kind: string, amount: number, tokens: number, double: number,
 *   double_tokens: number, surrendered: boolean, result: string | null}} Stake
 * @typedef {{cards: (string | null)[], total: number | null, soft: boolean | null, stakes: Stake[],
 *   doubled: boolean, split: boolean, surrendered: boolean, done: boolean, cleared: boolean}} Hand
 * @typedef {{player: string, placed: number, plays: number, tokens: number, seated: boolean}} Bettor
 * @typedef {{player: string, kind: "perfect-pairs" | "suits-you" | "insurance", amount: number,
 *   tokens: number, suit: string | null, settled: boolean}} Beside
 * @typedef {{number: number, controller: string | null, absent: boolean, bettors: Bettor[],
 *   beside: Beside[], hands: Hand[]}} Box
 * @typedef {{question: "double" | "split" | "forfeit" | "split-ace-again", box: number, hand: number,
 *   players: string[]}} Question
 * @typedef {{kind: string, cards: number, left: number, due: string[], cutting_card_out: boolean,
 *   checked_by: string[], card_under: boolean, commitment: string | null}} Shoe
 * @typedef {{table: string, position: number, kind: "practice" | "live", locked: string | null,
 *   payment_held: boolean, dealt_by: string, dealer_name: string | null, ready: string[], leaving: string[],
 *   waited_for: string[], clock_ends: number | null, phase: Phase, rounds: number, boxes: Box[],
 *   dealer: (string | null)[], dealer_total: number, question: Question | null,
 *   seats: {player: string, seat: number | null}[], shoe: Shoe | null, discards: number,
 *   mishap: {what: string, clause: string} | null, placards: Placard[]}} Table
 * @typedef {{subject: "closing" | "limits to come" | "next round" | "marker" | "own limits", text: string, clause: string,
 *   when: number | null, player: string | null, box: number | null}} Placard what stands at the table to be read
 * @typedef {{dispute: number, player: string, about: string, round: number,
 *   decisions: {by: string, at: number, says: string, pays: number}[], review_asked: boolean, accepted: boolean,
 *   advice: string | null, closed: boolean, may_ask_review: boolean, may_accept: boolean}} Dispute
 * @typedef {{do: string, box?: number, hand?: number, amount?: number, least?: number, most?: number,
 *   step?: number, seated?: boolean, tokens?: number, kind?: string, suit?: string | null,
 *   depth?: number}} Open a command that may be given now
 * @typedef {{person: string, role: string, purses: {player: string, chips: number, tokens: number}[],
 *   told: {clause: string, says: string}[], legal: Open[], boxes?: Box[], float_tray?: number | null,
 *   disputes: Dispute[], debts?: {player: string, amount: number, clause: string}[]}} Mine
 * @typedef {{name: string} & Record<string, any>} Happened an event
 * @typedef {{box: number | null, hand: number | null, player: string, wager: string, stake: number,
 *   result: string, odds: {pays: number, on: number} | null, returned: number, stage: string,
 *   clause: string}} Payment
 * @typedef {{table: Table, mine: Mine, payments: Payment[]}} Shown what is on the screen
 *
 * @typedef {object} Info what the page knows of the table before anything happens
 * @property {string} table
 * @property {string} title
 * @property {string} rulebook
 * @property {string} game
 * @property {string | null} me the handle; null: nobody has signed in
 * @property {boolean} plays whether this person may sit down here
 * @property {number} boxes
 * @property {number} minimum
 * @property {number} smallest_chip
 * @property {"practice" | "live"} kind
 * @property {{kind: string, least: number, most: number}[]} side_wagers
 * @property {{label: string, text: string, clause: string}[]} sign
 * @property {{natural: string, pinkjack: boolean, after_split: boolean}} naturals
 * @property {number | null} maximum
 * @property {number | null} unit
 * @property {number | null} player_maximum
 * @property {import("./staff/types.js").Staff | null} staff null: who has no office
 * @property {string} zone the casino's time zone
 * @property {Record<string, {clause: string, says: string}[]>} conduct what people are told, by the moment it matters
 * @property {number | null} wallet what this person has in this table's money; null: nobody plays
 * @property {boolean} needs_card whether this person needs a Player Card and has none
 * @property {boolean} disputes whether the rules of this game speak of disputes
 * @property {boolean} document whether the approved document can be read here
 * @property {number} cut_aside how many cards must lie on either side of a cut
 */

export {};
