/** Claims with names and addresses, refusals and their reasons, disputes, and doubts about integrity. */

import { mark, showRows } from "../../desk/rows.js";
import { dateTimeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { actButton, actsFor, prizeText, showActs } from "./desk_parts.js";

/**
 * @typedef {import("./desk_parts.js").Desk} Desk
 * @typedef {import("./desk_parts.js").Records} Records
 */

/** @param {number} at */
const when = (at) => dateTimeText(at, { second: undefined, year: undefined });

/** @type {Record<string, {label: string, tone: "" | "good" | "bad" | "wait"}>} */
const CLAIMS = {
  open: { label: "Open", tone: "wait" },
  met: { label: "Met", tone: "good" },
  refused: { label: "Refused", tone: "bad" },
};

/**
 * @param {{list: HTMLElement, acts: HTMLElement}} places
 * @param {Desk} desk
 * @param {Records} records
 */
export function showClaims(places, desk, { claims }) {
  const rows = claims.map((claim) => {
    const acts = actsFor(desk, ["refuse-claim", "tell-refusal"], { number: claim.number });
    return {
      key: String(claim.number),
      state: [claim, acts],
      build: () =>
        h(
          "li",
          { class: "desk-row", "data-claim": claim.number },
          h(
            "div",
            { class: "desk-what" },
            h("b", {}, `${claim.player}: ${prizeText(claim.prize).toLowerCase()}`),
            mark(CLAIMS[claim.status].label, CLAIMS[claim.status].tone),
            h("p", {}, `${claim.name}, ${claim.address || "no address"}. Claimed ${when(claim.at)}.`),
            claim.reason && h("p", { class: "desk-why" }, `Refused: ${claim.reason}`),
            claim.told_at !== null && h("p", { class: "desk-why" }, `Told why ${when(claim.told_at)}: ${claim.told_how}`),
          ),
          h("div", { class: "desk-acts" }, acts.map((act) => actButton(desk, act))),
        ),
    };
  });
  showRows(places.list, rows, "No claims.");
  showActs(places.acts, desk, actsFor(desk, ["claim-prize"]).slice(0, 1));
}

/**
 * @param {{list: HTMLElement, acts: HTMLElement}} places
 * @param {Desk} desk
 * @param {Records} records
 */
export function showDisputes(places, desk, { disputes }) {
  const rows = disputes.map((dispute) => {
    const acts = actsFor(desk, ["decide-promotion-dispute"], { number: dispute.number });
    return {
      key: String(dispute.number),
      state: [dispute, acts],
      build: () =>
        h(
          "li",
          { class: "desk-row", "data-dispute": dispute.number },
          h(
            "div",
            { class: "desk-what" },
            h("b", {}, `${dispute.player}: ${dispute.about}`),
            mark(dispute.decision === null ? "Open" : "Decided", dispute.decision === null ? "wait" : "good"),
            dispute.decision !== null &&
              h("p", { class: "desk-why" }, `${dispute.decided_by}: ${dispute.decision} Told of the right to complain to an inspector.`),
          ),
          h("div", { class: "desk-acts" }, acts.map((act) => actButton(desk, act))),
        ),
    };
  });
  showRows(places.list, rows, "No disputes.");
  showActs(places.acts, desk, actsFor(desk, ["raise-promotion-dispute"]));
}

const INTEGRITY = ["doubt-integrity", "tell-inspector", "postpone-promotion", "resume-promotion", "cancel-promotion", "finish-promotion"];

/**
 * @param {{state: HTMLElement, list: HTMLElement, findings: HTMLElement, acts: HTMLElement}} places
 * @param {Desk} desk
 * @param {Records} records
 */
export function showIntegrity(places, desk, { doubts, findings }) {
  const { postponed, reason } = desk.answer.desk;
  const says = postponed ? `Postponed: ${postponed}` : reason ? `Cancelled: ${reason}` : "";
  places.state.hidden = !says;
  if (places.state.textContent !== says) places.state.textContent = says;
  const rows = doubts.map((doubt) => ({
    key: String(doubt.number),
    state: doubt,
    build: () =>
      h(
        "li",
        { class: "desk-row", "data-doubt": doubt.number },
        h(
          "div",
          { class: "desk-what" },
          h("b", {}, doubt.says),
          mark(doubt.told_at === null ? "Inspector not told" : "Inspector told", doubt.told_at === null ? "bad" : "good"),
          h("p", { class: "desk-why" }, `Found ${when(doubt.at)}.`, doubt.told_at !== null && ` Told ${when(doubt.told_at)}.`),
        ),
      ),
  }));
  showRows(places.list, rows, "No doubts about the promotion or a draw.");
  const found = findings.map((each) => ({
    key: `${each.clause} ${each.where}`,
    state: each,
    build: () =>
      h(
        "li",
        { class: "desk-row", "data-finding": each.clause },
        h("div", { class: "desk-what" }, each.says, " ", desk.orders.clause(each.clause)),
        h("code", {}, each.where),
      ),
  }));
  showRows(places.findings, found, "Nothing is found.");
  showActs(places.acts, desk, actsFor(desk, INTEGRITY));
}
