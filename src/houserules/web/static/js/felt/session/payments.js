/** What a session pays and collects beside the wagers on the layout: undisclosed wagers, deductions. */

/**
 * @typedef {import("../types.js").Payment} Payment
 * @typedef {import("../types.js").TableEvent} TableEvent
 */

/**
 * Return what an event has paid or collected; null: nothing.
 * A box with nothing but a form has an original wager of nothing, which only says how the form ends.
 * @param {TableEvent} event
 * @returns {Payment | null}
 */
export function paymentOf(event) {
  switch (event.name) {
    case "wager.settled":
      return event.stake || event.returned || event.token_stake ? event : null;
    case "undisclosed-wager.settled":
      return { ...event, ...BESIDE, wager: "undisclosed" };
    case "minimum.deducted": {
      const { sentence, box, player, amount, clause } = event;
      const taken = { stake: amount, returned: 0, result: /** @type {const} */ ("lose"), odds: null };
      return { sentence, box, player, clause, ...taken, ...BESIDE, wager: "deduction" };
    }
    default:
      return null;
  }
}

const BESIDE = { hand: null, stage: /** @type {const} */ ("final"), token_stake: 0, tokens: 0 };
