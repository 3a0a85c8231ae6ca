/** What would have won: for each of the last rounds, the chances of every choice the player had. */

import { Refusal, get, getWhenReady } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { money } from "../kit/money.js";

/**
 * @typedef {import("../messages.js").AnswerTo<"GET", `/api/practice-tournaments/${string}/chances`>} Chances
 * @typedef {import("../messages.js").AnswerTo<"GET", `/api/practice-tournaments/${string}/decisions`>} Decisions
 * @typedef {Chances["entries"][number]} Entry
 */

const WAYS = /** @type {Record<string, string>} */ ({
  best: "Best play of the ordinary game",
  bots: "Like the bots: a chart without surrender",
  "never bust": "Never bust: stand as soon as a card can bust you",
  "double at once": "Double any two cards",
});

const holder = need("#sessions");
const own = encodeURIComponent(holder.dataset.tournament ?? "");

/** @param {{wager: number, form: number}} entry */
function entryName({ wager, form }) {
  if (form && wager) return `${money(wager)} and a sealed form for ${money(form)}`;
  if (form) return `Sealed form for ${money(form)}`;
  return wager ? money(wager) : "Pass card";
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** @param {{chance: number, error: number}} of */
const withError = ({ chance, error }) => `${percent(chance)} ± ${percent(error)}`;

/** @param {{wager: number, form: number}} one @param {{wager: number, form: number}} other */
const isSame = (one, other) => one.wager === other.wager && one.form === other.form;

/**
 * @param {string} name
 * @param {{chance: number, error: number}} row
 * @param {string} mark
 */
function chanceRow(name, row, mark) {
  return h(
    "tr",
    { class: mark ? "marked" : null },
    h("th", { scope: "row" }, name, mark ? h("span", { class: "badge" }, mark) : null),
    h("td", { class: "number" }, withError(row)),
    h("td", { class: "chance-bar", "aria-hidden": "true" }, h("span", { "--share": row.chance })),
  );
}

/** @param {string} caption @param {HTMLElement[]} rows @param {string} first */
function chanceTable(caption, rows, first) {
  const heads = [first, "Chance", ""].map((head) =>
    head ? h("th", { scope: "col" }, head) : h("td", {}),
  );
  return h(
    "table",
    { class: "chances" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads)),
    h("tbody", {}, rows),
  );
}

/** @param {Entry} entry @param {Chances} found */
function markOf(entry, found) {
  const marks = [];
  if (isSame(entry, found.best)) marks.push("best");
  if (isSame(entry, found.entered)) marks.push("yours");
  return marks.join(", ");
}

/** Say in a sentence what the choice cost. @param {Chances} found */
function verdict(found) {
  const goal = found.goal === "win" ? "to win" : "to go on";
  const mine = `You entered ${entryName(found.entered).toLowerCase()}: ${percent(found.entered.chance)} ${goal}.`;
  if (found.cost.chance < 2 * found.cost.error) return `${mine} No choice was clearly better.`;
  return `${mine} ${entryName(found.best)} was best with ${percent(found.best.chance)}; your choice cost ${withError(found.cost)}.`;
}

/** @param {Element} place @param {Chances} found */
function showChances(place, found) {
  const entries = found.entries.map((entry) =>
    chanceRow(entryName(entry), entry, markOf(entry, found)),
  );
  const ways = found.ways.map((way) => chanceRow(WAYS[way.way] ?? way.way, way, ""));
  fill(
    place,
    h("p", { class: "verdict" }, verdict(found)),
    chanceTable("By what you could have entered", entries, "Entry"),
    chanceTable(
      `By how you could have played, with ${entryName(found.ways_at).toLowerCase()}`,
      ways,
      "Way to play",
    ),
    h("p", { class: "hint" }, `${found.sessions.toLocaleString("en-AU")} sessions per choice.`),
  );
}

/** @param {Decisions["sessions"][number]} session */
function sessionPart(session) {
  const rounds = [...session.decisions].reverse().map((decision) => {
    const place = h("div", {}, h("p", { class: "hint", role: "status" }, "Computing…"));
    const left = decision.left === 1 ? "the last round" : `${decision.left} rounds left`;
    const part = h(
      "section",
      { class: "panel round" },
      h("h3", {}, `Round ${decision.round}, ${left}`),
      h("p", { class: "hint" }, `You had ${money(decision.chips)}.`),
      place,
    );
    return { decision, part, place };
  });
  const [good, bad] = session.is_final ? ["you won a prize", "you won no prize"] : ["you went on", "you did not go on"];
  const ended = session.advanced ? good : bad;
  const heading = h("h2", {}, `${session.stage}, session ${session.session}: ${ended}`);
  return { session: session.session, rounds, nodes: [heading, ...rounds.map((each) => each.part)] };
}

async function show() {
  const { sessions } = await get(`/api/practice-tournaments/${own}/decisions`);
  if (!sessions.length) {
    fill(holder, h("p", { class: "empty" }, "No session of yours is over yet."));
    return;
  }
  const parts = [...sessions].reverse().map(sessionPart);
  fill(holder, ...parts.map((part) => part.nodes));
  for (const { session, rounds } of parts) {
    for (const { decision, place } of rounds) {
      const query = `session=${session}&round=${decision.round}`;
      try {
        const path = /** @type {const} */ (`/api/practice-tournaments/${own}/chances?${query}`);
        showChances(place, await getWhenReady(path));
      } catch (no) {
        showFailure(place, no);
      }
    }
  }
}

/** @param {Element} place @param {unknown} no */
function showFailure(place, no) {
  const said = no instanceof Refusal ? no.detail : "That did not work. Load the page again.";
  fill(place, h("p", { class: "note bad", role: "alert" }, said));
}

show().catch((no) => showFailure(holder, no));
