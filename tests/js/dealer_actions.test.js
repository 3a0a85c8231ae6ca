import assert from "node:assert/strict";
import test from "node:test";
import { cardCommand, dealerActions } from "../../src/houserules/web/static/js/felt/staff/dealer_actions.js";
import { mineWith, tableWith } from "./states.js";

/** @param {import("./states.js").Mine["legal"]} legal */
const shownWith = (legal) => ({ table: tableWith({}), mine: mineWith({ legal }), payments: [] });

const STAFF = /** @type {import("../../src/houserules/web/static/js/felt/staff/types.js").Staff} */ (
  /** @type {unknown} */ ({ orders: [{ do: "show-burned-card" }, { do: "draw-cutting-card" }] })
);

test("a card is named in the field for cards, not by a button", () => {
  const burned = shownWith([{ do: "show-burned-card" }, { do: "draw-cutting-card" }]);
  assert.equal(cardCommand(burned), "show-burned-card");
  const actions = dealerActions(burned, STAFF, { give: () => {}, ask: () => {} });
  assert.deepEqual(actions.map((each) => each.key), ["draw-cutting-card"]);
  assert.equal(cardCommand(shownWith([{ do: "deal-card" }])), "deal-card");
  assert.equal(cardCommand(shownWith([{ do: "close-bets" }])), null);
});
