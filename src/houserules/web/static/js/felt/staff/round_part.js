/** The round: how far it is, and where something has to be put right, what that would change. */

import { named } from "../../cards/card.js";
import { h } from "../../kit/dom.js";
import { PHASES, withClause } from "./row_parts.js";

/** @typedef {import("./row_parts.js").Context} Context */

/** @param {Context} context */
export function roundPart({ desk, troubles }) {
  return [
    desk.mishap
      ? mishap(desk.mishap)
      : h("p", { class: "fact" }, `${desk.rounds ? `Round ${desk.rounds}` : "Before the first round"}: ${PHASES[desk.phase].toLowerCase()}. ${dealerOf(desk)} deals.`),
    h(
      "p",
      {},
      h("button", { type: "button", class: "button", onclick: troubles }, "Something went wrong …"),
    ),
  ];
}

/** @param {import("./types.js").Desk} desk */
const dealerOf = (desk) =>
  desk.dealer ?? (desk.dealt_by === "automatic dealer" ? "The software" : "Nobody");

/** @param {import("./types.js").Mishap} mishap */
function mishap({ what, clause, moves, falls_away: gone, leftover }) {
  const changes = [
    ...moves.map(
      ({ card, taken_from: from, put_to: to }) =>
        `The ${named(card)}: ${from ? `from ${from}` : "new"}${to ? ` to ${to}` : ", off the table"}.`,
    ),
    ...gone.map((each) => `Falls away: ${each}.`),
    ...(leftover.length ? [`Left over: ${leftover.map(named).join(", ")}.`] : []),
  ];
  return h(
    "div",
    { class: "note bad" },
    h("p", {}, withClause(what, clause), " The round waits until this is put right."),
    changes.length > 0 && [
      h("p", { class: "label" }, "Put right, the round would be changed so:"),
      h(
        "ul",
        { class: "bullets" },
        changes.map((each) => h("li", {}, each)),
      ),
    ],
  );
}
