/** Tables and seats: which tables are used, and the seat draw of the next stage. */

import { fill, h, need } from "../../kit/dom.js";
import { mark, showRows } from "../../desk/rows.js";
import { orderButton } from "./parts.js";
import * as play from "./play_orders.js";

/**
 * @typedef {import("./parts.js").Desk} Desk
 * @typedef {import("../../messages.js").DeskTable} DeskTable
 */

/**
 * Show the tables that would do, and apart from them those that would not, each with why.
 * @param {Desk} desk
 */
export function showTables(desk) {
  const { tables } = desk.answer;
  /** @param {DeskTable[]} some */
  const rows = (some) =>
    some.map((each) => ({
      key: each.table,
      state: [each, desk.answer.view.tables, desk.answer.view.phase],
      build: () => row(desk, each),
    }));
  const others = tables.filter((each) => each.why_not && !each.designated);
  const usable = tables.filter((each) => !others.includes(each));
  showRows(need("#tables-list"), rows(usable), "The house has no table with the game and options of the conditions.");
  showRows(need("#others-list"), rows(others), "None.");
  need("#others").hidden = !others.length;
  need("#others summary").textContent =
    others.length === 1 ? "1 table that cannot be used" : `${others.length} tables that cannot be used`;
}

/** @param {Desk} desk @param {DeskTable} table */
function row(desk, table) {
  const { tables, phase } = desk.answer.view;
  const more = [...tables, table.table];
  const fewer = tables.filter((each) => each !== table.table);
  const changes = phase === "entries" || phase === "play";
  return h(
    "li",
    { class: "desk-row", "data-table": table.table },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, table.title),
      h("small", {}, ` ${table.table}`),
      table.designated && mark("Designated", "good"),
      h("p", { class: "hint" }, `Dealt by: ${table.dealt_by}.`),
      table.why_not &&
        h(
          "p",
          { class: "desk-why" },
          table.why_not.detail,
          " ",
          table.why_not.clause && desk.orders.clause(table.why_not.clause),
        ),
    ),
    h(
      "div",
      { class: "desk-acts" },
      changes && !table.designated && !table.why_not &&
        orderButton(desk, "Designate", play.designate(more, `${table.title} is designated.`), {
          key: `table ${table.table}`,
        }),
      changes && table.designated &&
        orderButton(desk, "Release", play.designate(fewer, `${table.title} is released.`), {
          key: `table ${table.table}`,
          style: "quiet",
        }),
      table.designated && h("a", { class: "button quiet", href: `/tables/${table.table}` }, "Go to table"),
    ),
  );
}

/**
 * A table with the options that the conditions state, for whoever may set one up.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function showSetUp(place, desk) {
  const { answer } = desk;
  const { view } = answer;
  const open = view.phase === "entries" || view.phase === "play";
  if (!answer.sets_up_tables || !open) return fill(place);
  const table = /** @type {Record<string, unknown> | undefined} */ (view.conditions.table);
  const setting = {
    rulebook: view.rulebook,
    kind: answer.kind,
    options: { smallest_chip: "1", ...table },
  };
  if (place.querySelector("button")) return undefined;
  const order = play.setUpTable(answer.tournament, view.name, answer.tables.length + 1, setting);
  const begin = () => void desk.orders.begin(order);
  return fill(
    place,
    h("button", { type: "button", class: "button", "data-key": "set-up", onclick: begin }, "Set up a table"),
  );
}

/**
 * The draw of the next stage: who plays, who sits where, and how to prove it.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function showDraw(place, desk) {
  const { desk: shown, view, tournament } = desk.answer;
  const state = JSON.stringify([shown.next_stage, shown.to_cut, view.stages.map((each) => each.draw)]);
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  fill(place, nextStage(desk), view.stages.map((stage, n) => stage.draw && drawn(stage.name, stage.draw, { tournament, number: n + 1 })));
}

/** @param {Desk} desk */
function nextStage(desk) {
  const stage = desk.answer.desk.next_stage;
  if (!stage) return null;
  const tables = stage.sessions.length === 1 ? "One table" : `${stage.sessions.length} sessions`;
  return h(
    "article",
    { class: "desk-card", "data-next-stage": stage.name },
    h("h3", {}, `Next: ${stage.name}`),
    h(
      "p",
      {},
      stage.idle
        ? `${stage.players.length} players: nobody would be eliminated.`
        : `${stage.players.length} players. ${tables} of ${stage.sessions.join(", ")}${stage.byes ? `, ${stage.byes} with a bye` : ""}; ${stage.tables} at a time.`,
    ),
    h("p", { class: "hint" }, stage.players.join(", ")),
    stage.refusal &&
      h("p", { class: "desk-why" }, stage.refusal.detail, " ", desk.orders.clause(stage.refusal.clause)),
    h(
      "div",
      { class: "desk-acts" },
      stage.idle
        ? orderButton(desk, "Let everybody go on", play.passStage(stage), { key: "pass" })
        : [
            orderButton(desk, "Draw the seats", play.commitDraw(stage), { key: "draw", refusal: stage.refusal }),
            orderButton(desk, "Allot them otherwise", play.allotSeats(stage), {
              key: "allot",
              style: "quiet",
              refusal: stage.refusal,
            }),
          ],
    ),
  );
}

/**
 * @param {string} stage
 * @param {Record<string, any>} draw
 * @param {{tournament: string, number: number}} of the stage, from 1
 */
function drawn(stage, draw, { tournament, number }) {
  const isOpen = draw.order === undefined;
  return h(
    "article",
    { class: "desk-card", "data-draw": stage },
    h("h3", {}, `Seat draw: ${stage}`),
    h(
      "ol",
      { class: "desk-steps" },
      h("li", {}, "Committed: ", h("code", { class: "hash" }, draw.commitment)),
      h(
        "li",
        {},
        draw.cut === undefined
          ? "Waits for the cut: by a player of the stage on the tournament's page, or by a member of staff who did not shuffle."
          : `Cut by ${draw.cut_by} after ${draw.cut} of ${draw.entrants.length} players.`,
      ),
      !isOpen && h("li", {}, "Revealed: the seats follow from the order and the cut."),
    ),
    !isOpen &&
      h(
        "p",
        { class: "hint" },
        "Anybody can check it: save the ",
        h(
          "a",
          { href: `/tournaments/${tournament}/draws/${number}.json`, download: true },
          "record of the draw",
        ),
        " and run ",
        h("code", {}, "houserules verify draw"),
        ".",
      ),
  );
}
