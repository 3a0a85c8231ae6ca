import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";

import { ITEMS, itemOf } from "../../src/houserules/web/static/js/tournaments/desk/condition_fields.js";
import { inRandomOrder, namesIn } from "../../src/houserules/web/static/js/desk/lots.js";
import { poolLines } from "../../src/houserules/web/static/js/tournaments/desk/postings.js";
import { printedClause } from "../../src/houserules/web/static/js/desk/clause_text.js";
import { seatedText } from "../../src/houserules/web/static/js/tournaments/desk/plan_view.js";
import { toToml } from "../../src/houserules/web/static/js/desk/toml.js";

installFakeDom();
const { putAt, typedValue, valueAt } = await import("../../src/houserules/web/static/js/desk/form_fields.js");

test("conditions as TOML: plain values, sections, rows, rows within rows", () => {
  const document = {
    name: 'The "Cup"\nof spring',
    minimum_wager: true,
    prizes: { places: [{ place: 1, share: "70" }], payment: "In chips" },
    stages: [{ kind: "final", limits: [{ from_round: 1, minimum: "5" }] }],
    changes: { keys: ["limits", "play"] },
  };
  assert.equal(
    toToml(document),
    [
      'name = "The \\"Cup\\"\\nof spring"',
      "minimum_wager = true",
      "",
      "[prizes]",
      "places = [",
      '  { place = 1, share = "70" },',
      "]",
      'payment = "In chips"',
      "",
      "[changes]",
      'keys = ["limits", "play"]',
      "",
      "[[stages]]",
      'kind = "final"',
      "limits = [",
      '  { from_round = 1, minimum = "5" },',
      "]",
      "",
    ].join("\n"),
  );
});

test("what was typed becomes a value of the document, or takes it out", () => {
  assert.equal(typedValue("count", " 12 "), 12);
  assert.equal(typedValue("count", "a dozen"), "a dozen");
  assert.equal(typedValue("money", "$ 12.50"), "12.50");
  assert.equal(typedValue("flag", "no"), false);
  assert.equal(typedValue("text", "  "), undefined);
  assert.deepEqual(typedValue("lines", "limits\n\n play "), ["limits", "play"]);
  /** @type {Record<string, any>} */
  const document = {};
  putAt(document, "chips.amount", "500");
  assert.equal(valueAt(document, "chips.amount"), "500");
  putAt(document, "chips.amount", undefined);
  assert.deepEqual(document, { chips: {} });
  assert.equal(valueAt(document, "play.pass_cards"), undefined);
});

test("every key leads to its item", () => {
  assert.equal(ITEMS.length, 13);
  assert.equal(itemOf("chips.price"), "Tournament chips");
  assert.equal(itemOf("stages[2].limits[0].minimum"), "Structure");
  assert.equal(itemOf("prizes.places[1]"), "Prizes");
  assert.equal(itemOf("nonsense"), null);
});

test("lots give every order and keep every name", () => {
  const names = namesIn(" Ann\nBob\n\nCid ");
  assert.deepEqual(names, ["Ann", "Bob", "Cid"]);
  const orders = new Set();
  for (let first = 0; first < 3; first++)
    for (let second = 0; second < 2; second++) {
      const given = [first, second];
      orders.add(inRandomOrder(names, () => /** @type {number} */ (given.shift())).join());
    }
  assert.equal(orders.size, 6);
});

test("the pool sums what goes in and out, by what it was", () => {
  /** @param {string} event @param {string} source @param {string} to @param {number} amount */
  const posting = (event, source, to, amount) => ({
    ...{ position: 1, at: 0, by: "Tess", player: null, clause: "20.3.2", pool: 0 },
    ...{ event: `tournament.${event}`, source, to, amount },
  });
  assert.deepEqual(
    poolLines([
      posting("fee-paid", "player:Ann", "pool", 50),
      posting("fee-paid", "player:Bob", "pool", 50),
      posting("buy-in-paid", "player:Bob", "house", 20),
      posting("prize-paid", "pool", "player:Ann", 100),
    ]),
    [
      ["Entry fees", 100],
      ["Prizes paid", -100],
    ],
  );
});

test("a clause as its document prints it; players at tables in words", () => {
  assert.equal(printedClause("21/21.5.1"), "21.5.1");
  assert.equal(printedClause("20.1:tournament"), "20.1");
  assert.equal(seatedText([7, 7, 6]), "2 × 7, 1 × 6");
});
