/**
 * What is known of a table in the browser. What the server sends is described in `messages.d.ts`,
 * which is written from the API's own schema; here are the names that the felt has for it.
 *
 * @typedef {import("../messages.js").TableShown} Table
 * @typedef {Pick<Table, "phase" | "boxes" | "dealer" | "dealer_total" | "question" | "seats" | "shoe" | "discards" | "placards">} Layout
 *   what lies on a table, now or in a replay
 * @typedef {import("../messages.js").BoxView} Box
 * @typedef {import("../messages.js").BettorView} Bettor
 * @typedef {import("../messages.js").BesideView} SideWager also insurance
 * @typedef {import("../messages.js").HandView} Hand
 * @typedef {import("../messages.js").StakeView} Stake
 * @typedef {import("../messages.js").PlacardView} Placard
 * @typedef {import("../messages.js").DisputeView} Dispute
 * @typedef {import("../messages.js").TableEvent} TableEvent
 * @typedef {Omit<import("../messages.js").WagerSettled, "name" | "wager"> & {name?: string, wager: Wager}} Payment
 * @typedef {import("../messages.js").WagerSettled["wager"] | "undisclosed" | "deduction"} Wager the last two: of a session
 * @typedef {import("../messages.js").OpenCommand & OpenFields} Open a command that is allowed now
 * @typedef {{box?: number, hand?: number, amount?: number, seated?: boolean, tokens?: number, kind?: string,
 *   suit?: string | null, depth?: number, player?: string, bettor?: string | null, with_device?: boolean}} OpenFields
 * @typedef {Omit<import("../messages.js").OwnShown, "legal"> & {legal: Open[]}} Mine what only this person sees
 * @typedef {{table: Table, mine: Mine, payments: Payment[]}} Shown what is on the screen
 *
 * @typedef {import("../messages.js").TableListed & TableFacts} Info what the page knows before anything happens
 * @typedef {object} TableFacts
 * @property {string | null} me the handle; null: nobody has signed in
 * @property {boolean} plays whether this person may sit down here
 * @property {import("../messages.js").SignShown[]} sign
 * @property {{natural: string, pinkjack: boolean, after_split: boolean}} naturals
 * @property {import("./staff/types.js").Staff | null} staff null: this person has no role here
 * @property {string} zone the casino's time zone
 * @property {Record<string, {clause: string, says: string}[]>} conduct what people are told, by the moment it matters
 * @property {number | null} [wallet] what this person has in this table's money; null: nobody plays
 * @property {boolean} [needs_card] whether this person needs a Player Card and has none
 * @property {boolean} carded whether this person's limits count here
 * @property {boolean} disputes whether the rules of this game speak of disputes
 * @property {boolean} document whether the approved document can be read here
 * @property {number} cut_aside how many cards must lie on either side of a cut
 * @property {TournamentFacts | null} tournament what the rules say about sessions; null: no tournaments
 *
 * @typedef {{absences: number, form_follows: string, grounds: {ground: string, clause: string}[], clauses: Record<string, string>}} TournamentFacts
 *   rounds in which the minimum may be deducted, whose result an undisclosed wager has, grounds of disqualification, clauses by their keys in the rulebook
 */

export {};
