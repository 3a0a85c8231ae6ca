/** Entries of registers as sentences; what has no sentence of its own is told name by name. */

import { movesTold } from "../felt/telling.js";
import { timeText } from "../kit/casino_time.js";
import { money } from "../kit/money.js";
import { limitsText } from "../felt/staff/rows.js";
import { capital } from "../felt/words.js";

/**
 * @typedef {import("../messages.js").TableEvent} TableEvent
 * @typedef {{table: string, clause?: string | null, to?: string, about?: string, player?: string | null, number?: number,
 *   round?: number, paid?: number, due?: number, amount?: number, length?: string, by?: string}} ToDo of a register
 * @typedef {{[Name in TableEvent["name"]]?: (event: import("../messages.js").EventOf<Name>) => string}} Sentences
 */

/** @type {RegExp} */
const MONEY = /^(amount|paid|due|pays|minimum|maximum|difference|stake|returned|outstanding)$/;
const SKIPPED = new Set(["name", "table", "clause", "at", "by"]);

/** @param {{stated: {minimum: number, maximum: number | null}, when: number}} each */
const announced = (each) => `${limitsText(each.stated)} from ${timeText(each.when)}`;

/** What was asked back and is still owed. @param {{outstanding: number}} e */
const owed = (e) => (e.outstanding ? `; ${money(e.outstanding)} is still owed` : "");

/** @type {Sentences} */
const SENTENCES = {
  "notice.due": (e) => `A notice is owed to ${e.to}: ${e.about}${e.player ? `, ${e.player}` : ""}`,
  "notice.given": (e) => `${capital(e.to)} was told: ${e.about}${e.player ? `, ${e.player}` : ""}`,
  "dispute.raised": (e) => `Dispute ${e.dispute}: ${e.player} says “${e.about}”, round ${e.round}`,
  "dispute.decided": (e) =>
    `Dispute ${e.dispute} decided: “${e.says}”${e.pays ? `, ${money(e.pays)}` : ""}`,
  "review.asked": (e) => `Dispute ${e.dispute}: a review is asked for`,
  "decision.accepted": (e) => `Dispute ${e.dispute}: the player accepts`,
  "complaint.advised": (e) => `Dispute ${e.dispute}: the player knows of the right to complain${e.how ? ` (${e.how})` : ""}`,
  "dispute.closed": (e) =>
    `Dispute ${e.dispute} is closed, the player ${e.satisfied ? "satisfied" : "not satisfied"}`,
  "wrong-payment.entered": (e) =>
    `Payment ${e.entry}, round ${e.round}: ${money(e.paid)} paid, ${money(e.due)} due${e.player ? `, ${e.player}` : ""}`,
  "enquiries.made": (e) =>
    `Payment ${e.entry}: enquiries, “${e.found}”${e.suspected ? "; intention is suspected" : ""}`,
  "patron.identified": (e) => `Payment ${e.entry}: it was ${e.player}`,
  "attempt.recorded": (e) => `Payment ${e.entry}: ${e.kind}, “${e.outcome}”`,
  "payment.rectified": (e) => `Payment ${e.entry} put right: ${money(e.amount)} to ${e.player}`,
  "payment.taken-back": (e) =>
    `${money(e.amount)} went back from ${e.player}, the wager is void${owed(e)}`,
  "payment.annulled": (e) => `Payment ${e.entry}: its round is void or was dealt again${owed(e)}`,
  "wager.forfeited": (e) => `${e.player} forfeits ${money(e.amount)} for fraud${owed(e)}`,
  "debt.written-off": (e) => `${money(e.amount)} that ${e.player} owed is written off: ${e.why}`,
  "debt.collected": (e) => `${e.player} paid ${money(e.amount)} of a debt to the house`,
  "late-payment.approved": (e) => `Round ${e.round} is paid at its final settlement`,
  "player.restricted": (e) => `${e.player} is held to the minimum: ${e.length}`,
  "player.restriction-lifted": (e) => `${e.player} is held to the minimum no longer: ${e.length}`,
  "limits.own-set": (e) =>
    e.limits
      ? `${e.player} may wager ${limitsText(e.limits)}`
      : `The table's limits hold for ${e.player} again`,
  "player.maximum-set": (e) =>
    e.maximum === null
      ? `The maximum of ${e.player} is that of the table again`
      : `${e.player} may have at most ${money(e.maximum)} on a box`,
  "boxes.reserved": (e) =>
    e.boxes.length
      ? `Reserved for ${e.player}: box ${e.boxes.join(", ")}`
      : `No box is reserved for ${e.player}`,
  "device-use.found": (e) => `${e.player} used a device: ${e.device}`,
  "person.detained": (e) => `${e.player} is detained`,
  "officer.attended": (e) => `${e.officer_name}, ${e.officer}, has taken ${e.player} over`,
  "person.excluded": (e) => `${e.player} is excluded from ${e.whence}`,
  "wager.refused": (e) =>
    `A wager of ${e.player} on box ${e.box} is refused, ${money(e.amount)}: ${e.reason}`,
  "wagers.declared-void": (e) => `The wagers of ${e.player} are void`,
  "wagers.found-invalid": (e) => `The wagers of ${e.player} are invalid: ${e.reason}`,
  "winnings.taken-back": (e) => `${money(e.amount)} went back from ${e.player}${owed(e)}`,
  "sign.put-up": (e) => `The sign says ${limitsText(e.stated)}`,
  "limits.changed": (e) =>
    `The limits are ${limitsText(e.stated)}${e.markers.length ? `; with a marker: ${e.markers.map((one) => one.player).join(", ")}` : ""}`,
  "limits.announced": (e) =>
    e.announced.length
      ? `Announced: ${e.announced.map(announced).join("; ")}`
      : "No limits are announced any more",
  "side-wagers.limited": (e) =>
    e.limited ? "Side wagers only beside an initial wager" : "Side wagers are open to everybody",
  "side-wager.confirmed": (e) =>
    `${e.by} confirmed the ${e.kind} wager of ${e.player} on box ${e.box}`,
  "resplit.permitted": (e) =>
    `Split hands may ${e.permitted ? "" : "not "}be split again from the next round`,
  "bettors.limited": (e) =>
    e.bettors ? `${e.bettors} bettors to a box` : "As many bettors as the rules allow",
  "players.limited": (e) =>
    `${e.players ?? "Any number of"} players${e.one_a_box ? ", one to a box" : ""}`,
  "boxes.limited": (e) =>
    e.boxes ? `${e.boxes} boxes to a player` : "Any number of boxes to a player",
  "closing-sign.shown": (e) => `The closing sign says ${timeText(e.closes)}`,
  "closing-sign.taken-down": () => "The closing sign is taken down",
  "irregularity.reported": (e) => capital(e.kind),
  "cards.set-ready": (e) => `${e.cards.join(", ")} was drawn and is dealt before the shoe's cards`,
  "card.offered": (e) => `${e.card} was dealt in error and is offered`,
  "card.accepted": (e) => `${e.player} takes the card for box ${e.box}, hand ${e.hand}`,
  "card.refused": (e) => `${e.player} refuses the card for box ${e.box}, hand ${e.hand}`,
  "misdeal.reported": (e) => `A wrongly dealt round: ${e.what} ${movesTold(e)}`,
  "misdeal.dismissed": () => "No error was found; the round stands",
  "round.taken-back": () => "The round was put right: its cards were dealt again as reported",
  "round.voided": () => "The round is void",
  "hands.voided": () => "Hands are void",
  "game.invalidated": (e) => `The outcome is invalid: ${e.ground}`,
  "wrong-cards.found": (e) => `A ${e.wrong} card: ${e.cards.join(", ")}`,
  "shoe.declared-void": (e) => `The shoe is void: ${e.what}`,
  "late-offer.opened": (e) =>
    `${capital(e.offer)} is offered late${e.player ? ` to ${e.player}` : ""}: ${e.what}`,
  "late-offer.closed": () => "The late offer is closed",
  "seat.vacated": (e) => `${e.player} had to give up the seat at box ${e.seat}`,
  "player.absent": (e) => `${e.player} is absent: box ${e.box} is played without decisions`,
  "absence.taken-back": (e) =>
    `${e.player} was wrongly reported away from box ${e.box}; taken back by ${e.by}`,
  "player.returned": (e) => `${e.player} is back at box ${e.box}`,
  "box.uncontrolled": (e) => `Nobody may decide for box ${e.box}: its bettors sit elsewhere`,
  "player-card.ended": (e) => `Player Card ${e.number} of ${e.player} is ${e.reason === "expired" ? "no longer valid" : "withdrawn"}`,
  "wager.returned": (e) => `${money(e.amount)} of ${e.player}, collected before, is returned`,
  "wagers.return-offered": () => "Players may take their wagers back",
  "return.answered": (e) =>
    `${e.player} ${e.takes_back ? "takes the wagers back" : "leaves the wagers in"}${e.said ? "" : " (no answer was given)"}`,
  "returns.decided": (e) =>
    e.taken_back.length ? `Wagers go back to ${e.taken_back.join(", ")}` : "No wager goes back",
  "voucher.exchanged": (e) =>
    `Voucher ${e.voucher} of ${e.player}: ${money(e.value)} in tokens${e.conditions ? ` (“${e.conditions}”)` : ""}`,
  "cards.secured": (e) => `${e.by} confirms that the ${e.colour} cards were kept secure`,
  "cards.checked": (e) =>
    `The ${e.colour} cards are checked${e.with_device ? " with a deck-checking device" : ""}`,
  "cards.prepared": (e) => `The ${e.colour} cards: ${e.step}`,
  "cards.verified": () => "All dropped cards are accounted for",
  "decks.verified": (e) =>
    `The decks are verified${e.missing.length ? `; missing: ${e.missing.join(", ")}` : ""}${e.foreign.length ? `; foreign: ${e.foreign.join(", ")}` : ""}`,
  "cards.replaced": () => "New cards come into play",
  "damaged-card.replaced": () => "The damaged card is replaced",
  "cards.taken-out": () => "The remaining cards are taken out and checked",
  "face-down.approved": () => "Cards may be dealt face down",
  "face-down.taken-back": () => "Cards may no longer be dealt face down",
  "facing.chosen": (e) => `First cards are dealt face ${e.facing}`,
  "shuffle.called": (e) => `A shuffle is called for: ${e.cause}`,
  "shuffle.due": (e) => `A shuffle is due: ${e.cause}`,
  "cards.shuffled": (e) => `${e.left} ${e.colour} cards shuffled, ${e.how}: ${e.cause}`,
  "riffle.asked": (e) => `${e.player} asks for a riffle`,
  "riffle.approved": () => "The riffle is approved",
  "cut.passed-on": (e) => `${e.player} does not cut (noted by ${e.by})`,
  "cut.declined": (e) => `${e.player} declines to cut`,
  "cards.cut": (e) => `${e.by === "house" ? "The house" : e.by} cuts the cards`,
  "cutting-card.placed": () => "The cutting card is placed",
  "step.missed": (e) => `Left out: ${e.step}`,
  "cards.dropped": () => "Cards were dropped",
  "card.damaged": () => "A card is damaged",
  "dealer.seated": (e) => `${e.dealer} deals, licence ${e.licence || "none"}`,
  "dealer.relieved": (e) => `${e.dealer} deals no longer`,
  "payment.held": (e) => `A payment waits: the float is ${money(e.short)} short`,
  "payment.released": () => "The float was filled; the payment goes on",
  "float.moved": (e) =>
    e.amount >= 0
      ? `${money(e.amount)} into the float tray`
      : `${money(-e.amount)} out of the float tray`,
  "table.set-up": (e) =>
    `“${e.setting.title}” is set up: ${e.setting.rulebook}, ${e.setting.kind}, ${e.setting.dealt_by}`,
  "table.opened": (e) => `Opened with ${e.cards} cards, ${e.kind}`,
  "table.closed": () => "The table is closed",
  "table.reopened": () => "The table is open again",
  "table.locked": (e) => `Locked: ${e.why}`,
  "alert.acknowledged": (e) => `Acknowledged: ${e.says}`,
  "table.unlocked": (e) => `Unlocked: ${e.why}`,
};

/** What is still to be done, by the register that it stands in. @type {Record<string, (e: ToDo) => string>} */
const OPEN = {
  notices: (e) => `Owed to ${e.to}: ${e.about}${e.player ? `, ${e.player}` : ""}`,
  disputes: (e) => `Dispute ${e.number}, ${e.player}: “${e.about}”, round ${e.round}`,
  payments: (e) =>
    `Payment ${e.number}, round ${e.round}: ${money(e.paid ?? 0)} paid, ${money(e.due ?? 0)} due, ${e.player ?? "the player is not known"}`,
  debts: (e) => `${e.player} owes the house ${money(e.amount ?? 0)}`,
  restrictions: (e) => `${e.player} is held to the minimum: ${e.length}`,
  exclusions: (e) => `${e.player} is detained by ${e.by} until an officer has taken over`,
};

/**
 * Tell what is still to be done as a sentence, with its clause.
 * @param {string} register
 * @param {ToDo} entry
 */
export const openInWords = (register, entry) =>
  `${OPEN[register](entry)}${entry.clause ? ` (${entry.clause})` : ""}.`;

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {string}
 */
function said(key, value) {
  if (typeof value === "number" && MONEY.test(key)) return money(value);
  if (value !== null && typeof value === "object")
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => said(name, each))
      .join(" ");
  return String(value);
}

/**
 * Tell an entry as a sentence, without its clause.
 * @param {TableEvent} entry
 */
export function inWords(entry) {
  const sentence = /** @type {((event: TableEvent) => string) | undefined} */ (SENTENCES[entry.name]);
  if (sentence) return `${sentence(entry).replace(/\.$/, "")}.`;
  const parts = Object.entries(entry)
    .filter(
      ([key, value]) => !SKIPPED.has(key) && value && !(Array.isArray(value) && !value.length),
    )
    .map(([key, value]) => {
      const name = key.replaceAll("_", " ");
      return value === true ? name : `${name} ${said(key, value)}`;
    });
  const name = capital(String(entry.name ?? "").replace(/[.-]/g, " "));
  return `${[name, parts.join(", ")].filter(Boolean).join(": ")}.`;
}
