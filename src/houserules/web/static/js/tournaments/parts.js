/** What everybody sees of a tournament beside the bracket: facts, timetable, standings, prizes, notices, draws. */

import { dateTimeText, timeText } from "../kit/casino_time.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { count, ordinal } from "./words.js";

/**
 * @typedef {import("./words.js").TournamentAnswer} TournamentAnswer
 * @typedef {import("./words.js").TournamentView} TournamentView
 * @typedef {import("./words.js").Standing} Standing
 * @typedef {import("../kit/dom.js").Child} Child
 */

const WITHOUT_SECONDS = { second: undefined };

/**
 * A table of rows; the first cell of each is its head.
 * @param {readonly string[]} head
 * @param {readonly (readonly Child[])[]} rows
 * @param {string} [caption]
 */
function plainTable(head, rows, caption) {
  return h(
    "div",
    { class: "scroller", tabindex: "0", role: "region", "aria-label": caption ?? head.join(", ") },
    h(
      "table",
      { class: "plain" },
      caption && h("caption", {}, caption),
      h("thead", {}, h("tr", {}, head.map((each) => h("th", { scope: "col" }, each)))),
      h(
        "tbody",
        {},
        rows.map(([first, ...others]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, first),
            others.map((each) => h("td", { class: "number" }, each)),
          ),
        ),
      ),
    ),
  );
}

/** @param {TournamentView} view */
export function facts(view) {
  const range =
    view.minimum !== null && view.maximum !== null
      ? ` (${view.minimum === view.maximum ? view.maximum : `${view.minimum} to ${view.maximum}`} can play)`
      : "";
  /** @type {[string, string][]} */
  const rows = [
    ["First session", view.starts === null ? "not fixed yet" : dateTimeText(view.starts, WITHOUT_SECONDS)],
    ["Entries", `${view.entries}${range}`],
    ["Prize pool", money(view.pool)],
  ];
  return rows.map(([term, says]) =>
    h("div", {}, h("dt", {}, term), h("dd", { class: "number" }, says)),
  );
}

/**
 * How it ended, where it was cancelled.
 * @param {TournamentView} view
 */
export const ending = (view) =>
  view.phase === "cancelled"
    ? h(
        "p",
        { class: "note bad" },
        `The tournament is cancelled: ${view.reason.replace(/[.!?]?$/, ".")} All entry fees were refunded.`,
      )
    : null;

/** @param {TournamentView} view */
export const timetable = (view) =>
  view.timetable.length === 0
    ? null
    : [
        h(
          "p",
          { class: "hint" },
          `Planned for ${count(Math.max(view.entries, view.minimum ?? 0), "player")}. Your own seat and time follow from the seat draw.`,
        ),
        plainTable(
          ["Stage", "Starts", "Ends about", "Tables", "Players"],
          view.timetable.map((row) => [
            row.sitting > 1 ? `${row.stage}, sitting ${row.sitting}` : row.stage,
            timeText(row.starts),
            timeText(row.ends),
            row.tables,
            row.players,
          ]),
        ),
      ];

/** @param {readonly Standing[]} standings */
export const runningSessions = (standings) =>
  standings.length === 0
    ? null
    : h(
        "div",
        { class: "running-sessions" },
        standings.map((each) =>
          h(
            "div",
            {},
            plainTable(
              ["Player", "Box", "Chips"],
              each.players.map(({ player, box, chips, state }) => [
                player,
                box,
                state === "in" ? money(chips) : state,
              ]),
              `Session ${each.session}: ${roundText(each)}, ${money(each.minimum)} to ${money(each.maximum)}`,
            ),
            h(
              "p",
              {},
              h(
                "a",
                { href: `/tables/${encodeURIComponent(each.table)}` },
                `Watch session ${each.session} at its table`,
              ),
            ),
          ),
        ),
      );

/** @param {Standing} standing */
function roundText({ round, rounds, ends }) {
  if (rounds !== null) return `round ${Math.min(round, rounds)} of ${rounds}`;
  return ends === null ? `round ${round}` : `round ${round}, until ${timeText(ends)}`;
}

/** @param {TournamentView} view */
export function results(view) {
  if (view.placings.length === 0 && view.prizes.length === 0) return null;
  const places = Math.max(view.placings.length, view.prizes.length);
  const rows = Array.from({ length: places }, (_, at) => {
    const prize = view.prizes.find((each) => each.place === at + 1);
    const words = prize ? [prize.amount ? money(prize.amount) : "", prize.goods ?? ""] : [];
    return [
      ordinal(at + 1),
      prize?.player ?? view.placings[at] ?? "–",
      words.filter(Boolean).join(" and ") || "–",
      prize?.is_paid ? "paid" : "",
    ];
  });
  const settled = view.prizes.some((each) => each.player !== null);
  return [
    !settled &&
      h("p", { class: "hint" }, `As the pool of ${money(view.pool)} would be divided now.`),
    plainTable(["Place", "Player", "Prize", "State"], rows),
  ];
}

/** @param {TournamentView} view */
export const notices = (view) =>
  view.notices.length === 0
    ? null
    : h(
        "ul",
        { class: "rows told" },
        view.notices.toReversed().map(({ at, what, how, session }) =>
          h(
            "li",
            {},
            h("span", {}, session === null ? what : `Session ${session}: ${what}`),
            h("small", {}, `${timeText(at)}, ${how}`),
          ),
        ),
      );

/**
 * Every seat draw: what was committed to, who cut, and how to check it.
 * @param {TournamentAnswer} answer
 */
export function seatDraws({ view, tournament }) {
  const drawn = view.stages.flatMap((stage, at) => (stage.draw ? [{ stage, at, draw: stage.draw }] : []));
  return drawn.length === 0
    ? null
    : drawn.map(({ stage, at, draw }) => {
        const { commitment, cut, cut_by: by, order } =
          /** @type {{commitment: string, cut?: number, cut_by?: string, order?: string[]}} */ (
            /** @type {unknown} */ (draw)
          );
        const file = `${tournament}-draw-${at + 1}.json`;
        return h(
          "div",
          { class: "seat-draw" },
          h("h3", {}, stage.name),
          h("p", {}, "Committed to the order ", h("code", { class: "secret" }, commitment)),
          h(
            "p",
            {},
            cut === undefined
              ? "Waiting for somebody else to cut it."
              : `${by === "automatic dealer" ? "The automatic dealer" : by} cut it after ${count(cut, "player")}.`,
          ),
          order && [
            h("details", {}, h("summary", {}, "The order before the cut"), h("p", {}, order.join(", "))),
            h(
              "p",
              { class: "row" },
              h(
                "a",
                { class: "button", href: `/tournaments/${encodeURIComponent(tournament)}/draws/${at + 1}.json`, download: file },
                `Record of the draw${view.stages.length > 1 ? `, ${stage.name}` : ""}`,
              ),
            ),
            h("p", { class: "hint" }, "Check it yourself: ", h("code", {}, `houserules verify draw ${file}`)),
          ],
        );
      });
}
