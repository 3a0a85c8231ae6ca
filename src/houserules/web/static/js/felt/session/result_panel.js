/** The end of a round of a session, and of the session itself. */

import { h } from "../../kit/dom.js";
import { money, signedMoney } from "../../kit/money.js";
import { openCommand } from "../table_queries.js";
import { goesOnText, standingTable } from "./standings.js";
import { endingText, leftText, numberOf, ordinal, playerOf, tournamentPath } from "./summary.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../dock/controls.js").Action} Action
 * @typedef {import("./summary.js").Session} Session
 */

/**
 * Return what a round has brought a player, undisclosed wagers and deductions included.
 * @param {Session} session
 * @param {string | null} me
 */
export function roundNet(session, me) {
  const now = playerOf(session, me)?.chips ?? 0;
  const before = session.standing.find((each) => each.player === me)?.chips ?? now;
  return now - before;
}

/**
 * @param {Session} session
 * @param {string | null} me
 */
export function roundOutcome(session, me) {
  const net = roundNet(session, me);
  return h(
    "p",
    { class: `outcome ${net > 0 ? "up" : net < 0 ? "down" : ""}` },
    net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "Even",
    h("span", { class: "unseen" }, ` in tournament chips this round, ${signedMoney(net)}`),
  );
}

/**
 * Return the way to the next round, where the software clears the table.
 * @param {Shown} shown
 * @param {(name: string) => void} give
 * @returns {Action[]}
 */
export function nextRoundActions({ table, mine }, give) {
  if (table.dealt_by !== "automatic dealer" || !openCommand(mine, "be-ready")) return [];
  return [{ key: "go", label: "Next round", shortcut: "g", primary: true, act: () => give("be-ready") }];
}

/**
 * Say how somebody has finished; "": they were not in the session.
 * @param {Session} session
 * @param {string | null} me
 * @param {import("../types.js").TournamentFacts | null} facts
 */
export function finishText(session, me, facts) {
  const player = playerOf(session, me);
  if (!player) return "";
  const left = leftText(player, facts);
  if (!session.announced) return left ? `You are out: ${left}.` : "";
  const place = session.places.find((each) => each.player === me);
  if (!place) return `You are out: ${left}.`;
  const where = `You have ${ordinal(place.place)} place with ${money(place.chips)} in chips.`;
  if (session.to_play_off.includes(player.player)) return `${where} You play off for it.`;
  if (!session.advancing.includes(player.player)) return left ? `${where} You were ${left}.` : where;
  return `${where} ${session.final ? "It has a prize." : "You go on."}`;
}

/**
 * Return the result of a session that is over, to lie over the cloth.
 * @param {Session} session
 * @param {Info} info
 */
export function sessionResult(session, info) {
  const mine = finishText(session, info.me, info.tournament);
  return h(
    "section",
    { class: "session-result", "aria-labelledby": "session-result-title" },
    h("h2", { id: "session-result-title" }, `Session ${numberOf(session.session)} is over`),
    h("p", {}, endingText(session), " ", session.announced ? goesOnText(session) : "The result follows when the chips are counted."),
    mine && h("p", { class: "outcome" }, mine),
    standingTable(session, info.tournament, info.me),
    h(
      "p",
      {},
      h(
        "a",
        { class: "button primary", href: tournamentPath(session.session), "data-key": "to-tournament" },
        "To the tournament",
      ),
    ),
  );
}
