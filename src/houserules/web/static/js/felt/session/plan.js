/** What the dock is about for a player or spectator of a session, where it differs from the ordinary game. */

import { listOf } from "../words.js";
import { finishText } from "./result_panel.js";
import { playerOf } from "./summary.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 * @typedef {{kind: "finished" | "watching" | "entry" | "between" | "wait", text: string}} SessionPlan
 */

/**
 * Return the plan of a session; null: as in the ordinary game.
 * @param {Info} info
 * @param {Table} table
 * @param {Session} session
 * @returns {SessionPlan | null}
 */
export function sessionPlan(info, table, session) {
  if (session.over) return { kind: "finished", text: "" };
  const player = playerOf(session, info.me);
  if (!player) return { kind: "watching", text: "You are watching a session of a tournament." };
  if (player.state !== "in")
    return { kind: "watching", text: finishText(session, info.me, info.tournament) };
  if (table.mishap) return null;
  if (session.dispute !== null)
    return { kind: "wait", text: `The game waits for the decision of dispute ${session.dispute}.` };
  if (table.phase === "over") return { kind: "between", text: "" };
  if (table.phase !== "betting") return null;
  if (player.entry !== null && table.ready.includes(info.me ?? "")) return { kind: "wait", text: othersText(info, table) };
  return { kind: "entry", text: player.entry === null ? "" : othersText(info, table) };
}

/**
 * @param {Info} info
 * @param {Table} table
 */
function othersText(info, { waited_for: waited, session }) {
  const others = waited.filter((each) => each !== info.me);
  if (others.length) return `Waiting for ${listOf(others)}.`;
  const missing = (session?.players ?? [])
    .filter((each) => each.state === "in" && each.entry === null && each.player !== info.me)
    .map((each) => each.player);
  return missing.length ? `Waiting for ${listOf(missing)}.` : "Waiting for the deal.";
}
