import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";

installFakeDom();
const desk = "../../src/houserules/web/static/js/desk";
const promotions = "../../src/houserules/web/static/js/promotions/desk";
const { typedValue } = await import(`${desk}/form_fields.js`);
const { idFrom } = await import(`${desk}/new_id.js`);
const { zonedText } = await import("../../src/houserules/web/static/js/kit/casino_time.js");
const { checkedText, itemOf, placeText } = await import(`${promotions}/checklist.js`);
const { sentDraft } = await import(`${promotions}/terms_form.js`);

test("a moment is written with the casino's offset", () => {
  assert.equal(zonedText(Date.UTC(2026, 8, 1) / 1000), "2026-09-01T10:00:00+10:00");
  assert.equal(zonedText(Date.UTC(2026, 11, 1) / 1000), "2026-12-01T11:00:00+11:00");
  assert.equal(typedValue("moment", "2026-09-01T10:00"), "2026-09-01T10:00:00+10:00");
  assert.equal(typedValue("moment", "soon"), undefined);
});

test("an id is made from the name, and never one that is taken", () => {
  assert.equal(idFrom("The Spring Draw!", []), "the-spring-draw");
  assert.equal(idFrom("Spring", ["spring", "spring-2"]), "spring-3");
});

test("places are named as the form names them", () => {
  assert.equal(placeText("terms.held_at"), "Where the promotion is held");
  assert.equal(placeText("prizes[0].details.on_road_costs"), "Prize 1: registration and on-road costs included");
  assert.equal(placeText("prizes[1]"), "Prize 2");
  assert.equal(placeText("starts"), "starts");
  assert.equal(placeText("criteria.hours"), "Hours of the day");
  assert.equal(itemOf("criteria.hours"), "Entries earned by play");
  assert.equal(itemOf("prizes[3].value"), "Prizes");
  assert.equal(itemOf("terms.held_on"), "Place and time");
  assert.equal(itemOf("name"), null);
});

test("the line above the checklist counts the parts of the form", () => {
  const item = (/** @type {string} */ where, is_given = true) => ({ clause: "21.7.7", where, says: "", is_given });
  const checked = { findings: [], document: {}, items: [item("terms.held_at", false), item("terms.eligibility")] };
  assert.equal(checkedText(checked), "11 of 12 items are given. Not yet: Place and time.");
  checked.items[0].is_given = true;
  assert.equal(checkedText(checked), "Complete: the terms can be sent to the Authority.");
});

test("play must reach the minimum wager that the terms state", () => {
  const draft = { document: { terms: { minimum_wager: "25" } }, outside: "scrutineer", outside_event: "", criteria: { hand: "any", minimum_wager: "10" } };
  assert.deepEqual(sentDraft(draft).criteria, { hand: "any", minimum_wager: "25" });
  assert.deepEqual(sentDraft({ ...draft, document: {} }).criteria, { hand: "any" });
  assert.equal(sentDraft({ ...draft, criteria: null }).criteria, null);
});
