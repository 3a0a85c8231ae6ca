/** The desk of a promotion: loads it, shows every section, and keeps them up to date. */

import { History } from "../../desk/history.js";
import { Orders } from "../../desk/orders.js";
import { Refusal, get } from "../../kit/api.js";
import { need } from "../../kit/dom.js";
import { showDraws } from "./draws.js";
import { showDue, showTimeline } from "./due.js";
import { showEntries } from "./entries.js";
import { showClaims, showDisputes, showIntegrity } from "./people.js";
import { showTerms } from "./terms.js";

/** @typedef {import("./desk_parts.js").Answer} Answer */

const PACE = 4000;

const data = /** @type {{promotion: string, me: string, rulebook: string, phases: Record<string, string>}} */ (
  JSON.parse(need("#desk-data").textContent ?? "")
);
const path = /** @type {const} */ (`/api/promotions/${data.promotion}`);
const orders = new Orders({
  path: `${path}/commands`,
  rulebook: data.rulebook,
  me: data.me,
  done: async (says) => {
    await look();
    need("#said").textContent = says;
  },
});
const history = new History(/** @type {HTMLDetailsElement} */ (need("#history")), `${path}/history`);
const player = /** @type {HTMLInputElement} */ (need("#entries-of"));
let asked = 0;

async function look() {
  const mine = ++asked;
  const state = need("#state");
  try {
    const answer = await get(`${path}/desk?entries_of=${encodeURIComponent(player.value.trim())}`);
    if (mine !== asked) return;
    show(answer);
    state.hidden = true;
  } catch (no) {
    state.textContent = no instanceof Refusal ? no.detail : "The desk could not be loaded. Retrying…";
    state.hidden = false;
  }
}

/** The parts of a section. @param {string} name */
const places = (name) => ({ list: need(`#${name}-list`), acts: need(`#${name}-acts`) });

/** @param {Answer} answer */
function show(answer) {
  const desk = { answer, orders };
  const { phase, records, postponed } = answer.desk;
  need("#phase").textContent = data.phases[phase] + (postponed ? ", postponed" : "");
  showDue(need("#due-list"), desk);
  showTimeline(need("#timeline-list"), desk);
  showTerms({ facts: need("#terms-facts"), records: need("#terms-list"), acts: need("#terms-acts") }, desk);
  showDraws(need("#draws-list"), desk);
  for (const part of document.querySelectorAll("[data-records]")) part.toggleAttribute("hidden", !records);
  history.show(desk);
  if (!records) return; // the scrutineer sees terms and draws
  showEntries({ ...places("entries"), sum: need("#entries-sum") }, desk, records.entries);
  showClaims(places("claims"), desk, records);
  showDisputes(places("disputes"), desk, records);
  showIntegrity({ ...places("integrity"), state: need("#integrity-state"), findings: need("#findings-list") }, desk, records);
}

player.addEventListener("input", () => void look());
void look();
setInterval(() => document.hidden || void look(), PACE); // others act too, and deadlines come
document.addEventListener("visibilitychange", () => document.hidden || void look());
