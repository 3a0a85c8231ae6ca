/** The terms: what was sent to the Authority and when, where they can be read, marketing, approvals. */

import { facts, mark, showRows } from "../../desk/rows.js";
import { dateTimeText } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { actsFor, prizeText, showActs } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

const COMMANDS = ["send-terms", "publish-terms", "add-marketing", "nominate-scrutineer", "start-promotion", "amend-terms"];

/** @param {number} at */
const when = (at) => dateTimeText(at, { second: undefined });

/**
 * @param {{facts: HTMLElement, records: HTMLElement, acts: HTMLElement}} places
 * @param {Desk} desk
 */
export function showTerms(places, desk) {
  const { desk: shown, promotion } = desk.answer;
  const state = JSON.stringify([desk.answer.position, shown.phase]);
  if (places.facts.dataset.state !== state) {
    places.facts.dataset.state = state;
    fill(places.facts, about(desk));
  }
  showRows(places.records, records(desk), "Nothing was sent or published yet.");
  const mayDraft = actsFor(desk, ["draft-promotion"]).length > 0;
  const mayAmend = actsFor(desk, ["record-approval"]).length > 0;
  const edit = h("a", { class: "button", href: `/promotions/${promotion}/desk/terms` }, mayDraft ? "Edit the draft" : "Record an approved amendment");
  showActs(places.acts, desk, actsFor(desk, COMMANDS), (mayDraft || mayAmend) && edit);
}

/** @param {Desk} desk */
function about({ answer: { desk, promotion } }) {
  const sent = desk.records?.submissions.some((each) => each.version === desk.version);
  const path = `/api/promotions/${promotion}`;
  return [
    facts([
      ["Version", desk.version],
      ["At the Authority", desk.records && (sent ? mark("Sent as it is now", "good") : mark("Not sent as it is now", "wait"))],
      ["Scrutineer", desk.scrutineer ?? "None nominated"],
      ["Chance from outside", desk.outside === "scrutineer" ? "The scrutineer's numbers" : desk.outside_event || "No event named"],
    ]),
    h("p", { class: "hash-line" }, "SHA-256 of the terms: ", h("code", {}, desk.digest)),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button quiet", href: `${path}/terms.pdf` }, "Terms as a PDF"),
      h("a", { class: "button quiet", href: `${path}/terms.json` }, "Terms as JSON"),
    ),
  ];
}

/** @param {Desk} desk */
function records({ answer: { desk } }) {
  const { records } = desk;
  if (!records) return [];
  const rows = [
    ...records.submissions.map(({ version, at, how, by, digest }) => ({
      at,
      what: `Version ${version} sent to the Authority`,
      says: `${how}. ${by}. SHA-256 ${digest}`,
    })),
    ...records.marketing.map(({ title, reference, at }) => ({ at, what: `Marketing: ${title}`, says: `Refers to the terms: ${reference}` })),
    ...records.approvals.map(({ reference, at }) => ({ at, what: "Amendment approved, not in force yet", says: `Reference ${reference}` })),
    ...records.conversions.map(({ prize, amount, reference, at }) => ({
      at,
      what: `${prizeText(prize)} may be paid as ${money(amount)}`,
      says: `Reference ${reference}`,
    })),
  ].sort((one, other) => one.at - other.at);
  const places = desk.available.map((where) => ({ at: 0, what: "The terms can be read", says: where }));
  return [...places, ...rows].map((each, n) => ({
    key: String(n),
    state: each,
    build: () =>
      h(
        "li",
        { class: "desk-row" },
        h("div", { class: "desk-what" }, h("b", {}, each.what), h("p", { class: "desk-why" }, each.says)),
        each.at > 0 && h("span", { class: "desk-why number" }, when(each.at)),
      ),
  }));
}
