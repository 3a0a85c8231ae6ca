/** The Tournament Manager's desk: loads the tournament, shows every section, and keeps them up to date. */

import { Refusal, get } from "../../kit/api.js";
import { fill, need } from "../../kit/dom.js";
import { bracket } from "../bracket.js";
import { follow } from "../feed.js";
import { PHASES } from "../words.js";
import { raiseButton, showDisputes } from "./disputes.js";
import { showDue } from "./due.js";
import { entriesText, showEntries } from "./entries.js";
import { takeApplication } from "./entry_orders.js";
import { History } from "../../desk/history.js";
import { awardButton, showLedger, showPool, showPrizes } from "./money.js";
import { Orders } from "../../desk/orders.js";
import { showOverview } from "./overview.js";
import { isReadOnly, orderButton } from "./parts.js";
import { showDraw, showSetUp, showTables } from "./seats.js";
import { showSessions } from "./sessions.js";

/** @typedef {import("./parts.js").Desk} Desk */

const PACE = 3000;

const { tournament, me, rulebook } = /** @type {{tournament: string, me: string, rulebook: string}} */ (
  JSON.parse(need("#desk-data").textContent ?? "")
);
const orders = new Orders({
  path: `/api/tournaments/${tournament}/commands`,
  rulebook,
  me,
  done: async (says) => {
    await look();
    need("#said").textContent = says;
  },
});

const history = new History(/** @type {HTMLDetailsElement} */ (need("#history")), `/api/tournaments/${tournament}/history`);

/** @type {import("./parts.js").Ledger | null} */
let ledger = null;
let ledgerAt = -1;

async function look() {
  try {
    const answer = await get(`/api/tournaments/${tournament}/desk`);
    if (ledger === null || ledgerAt !== answer.position) {
      ledger = await get(`/api/tournaments/${tournament}/ledger`);
      ledgerAt = answer.position;
    }
    show({ answer, ledger, orders, readOnly: isReadOnly(answer) });
    need("#state").hidden = true;
  } catch (no) {
    const state = need("#state");
    state.textContent = no instanceof Refusal ? no.detail : "The desk could not be loaded. Retrying…";
    state.hidden = false;
  }
}

/** @param {Desk} desk */
function show(desk) {
  const { view } = desk.answer;
  need("#phase").textContent = PHASES[view.phase];
  showDue(need("#due-list"), desk);
  showOverview(need("#overview-body"), desk);
  need("#entries-sum").textContent = entriesText(desk);
  showEntries(need("#entries-list"), desk);
  showTables(desk);
  showSetUp(need("#set-up"), desk);
  showDraw(need("#draw"), desk);
  showSessions(need("#sessions-list"), desk);
  showDisputes(need("#disputes-list"), desk);
  showPool(need("#pool"), desk);
  showPrizes(need("#prizes-list"), desk);
  showLedger(need("#ledger"), desk);
  showBracket(desk.answer);
  history.show(desk);
  keepButton(need("#apply"), view.phase === "entries" ? orderButton(desk, "Take an application", takeApplication(), { key: "apply" }) : null);
  keepButton(need("#raise"), raiseButton(desk));
  keepButton(need("#award"), awardButton(desk));
}

/** The bracket as everybody sees it; nothing before seats are drawn. @param {import("./parts.js").DeskAnswer} answer */
function showBracket({ view, standings }) {
  const place = need("#bracket-body");
  const state = JSON.stringify([view.stages, standings]);
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  const isDrawn = view.stages.some((each) => each.sessions.length);
  fill(place, isDrawn ? bracket(view.stages, { standings, me: null }) : null);
  need("#bracket-part").hidden = !isDrawn;
}

/**
 * Show a button, or none; the button with the focus stays the same element.
 * @param {HTMLElement} place
 * @param {HTMLElement | null} button
 */
function keepButton(place, button) {
  if (button && place.contains(document.activeElement)) return;
  fill(place, button);
}

follow(tournament, () => void look());
setInterval(() => document.hidden || void look(), PACE); // tables play on, and times come
