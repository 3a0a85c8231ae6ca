/** The pit: every table at a glance as it is now, and what waits for somebody. */

import { Refusal, getPageData, post } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { Explanation } from "../felt/explanation.js";
import { syncClock } from "../felt/staff/clocks.js";
import { Sheet } from "../felt/staff/sheet.js";
import { Alerts, allAlerts } from "./alerts.js";
import { showAssessments } from "./assessments.js";
import { showDeadlines } from "./deadlines.js";
import { pitCard } from "./pit_card.js";

/**
 * @typedef {import("../felt/staff/types.js").Desk} Desk
 * @typedef {import("../felt/staff/types.js").Looked} Looked
 * @typedef {Desk & {alerts: import("../felt/staff/types.js").Alert[]}} DeskWithAlerts
 * @typedef {{now: number, tables: DeskWithAlerts[], acknowledges: boolean, house: string[],
 *   deadlines: import("./deadlines.js").Deadline[], cash: import("../messages.js").CageAnswer["waiting"]}} Pit
 */

const PACE = 1500;

/** @type {Map<string, Sheet>} */
const sheets = new Map();
/** @type {Map<string, {state: string, element: HTMLElement}>} */
const cards = new Map();

/**
 * Return an order at a table, and look what came of it; gives the refusal if there is one.
 * @param {string} table
 * @param {string} name
 * @param {Record<string, unknown>} fields
 */
async function give(table, name, fields) {
  try {
    await post(`/api/tables/${encodeURIComponent(table)}/commands`, { do: name, ...fields });
    void look();
    return null;
  } catch (no) {
    if (no instanceof Refusal) return no;
    throw no;
  }
}

/** @param {Desk} desk */
function sheetOf(desk) {
  const known = sheets.get(desk.table);
  if (known) return known;
  const path = encodeURIComponent(desk.table);
  const { rulebook, smallest_chip } = desk;
  const explanation = new Explanation({ rulebook, smallest_chip, me: need("#sum").dataset.me ?? "" });
  const made = new Sheet({
    give: (name, fields) => give(desk.table, name, fields),
    look: () => /** @type {Promise<Looked>} */ (getPageData(`/tables/${path}/desk`)),
    explain: (clause) => void explanation.clause(clause),
    stays: true,
  });
  sheets.set(desk.table, made);
  return made;
}

/** @param {unknown} no */
function failed(no) {
  const state = need("#state");
  state.textContent =
    no instanceof Refusal ? no.detail : "The pit could not be loaded. Retrying…";
  state.hidden = false;
}

/** @param {Desk} desk */
function card(desk) {
  const state = JSON.stringify(desk);
  const known = cards.get(desk.table);
  if (known?.state === state) return known.element;
  const element = pitCard(desk, (part) => void sheetOf(desk).open(part).catch(failed));
  if (known?.element.contains(document.activeElement))
    queueMicrotask(() => /** @type {HTMLElement} */ (element.querySelector("button")).focus());
  cards.set(desk.table, { state, element });
  return element;
}

/**
 * @param {DeskWithAlerts[]} tables
 * @param {boolean} acknowledges
 */
function show(tables, acknowledges) {
  const list = need("#tables");
  const wanted = tables.map(card);
  if (wanted.some((each, n) => list.children[n] !== each) || list.children.length !== wanted.length)
    list.replaceChildren(...wanted);
  const open = tables.filter((each) => each.is_open && !each.closed).length;
  const players = tables.reduce((sum, each) => sum + each.players, 0);
  need("#sum").textContent =
    `${open} of ${tables.length} tables open, ${players} ${players === 1 ? "player" : "players"}.`;
  alerts.show(allAlerts(tables), acknowledges);
}

/**
 * Say which cash waits for a second person.
 * @param {Pit["cash"]} waiting
 */
function showCash(waiting) {
  const list = need("#cash");
  const says = waiting.map(
    ({ direction, handle, amount, by }) =>
      `${direction === "buy-in" ? "Sell" : "Redeem"} ${money(amount)} for ${handle}, asked by ${by}.`,
  );
  need("#cash-part").hidden = !says.length;
  if (list.dataset.says === says.join()) return;
  list.dataset.says = says.join();
  fill(
    list,
    says.map((each) =>
      h(
        "li",
        { class: "alert" },
        h("span", {}, h("b", {}, "Cage: "), each),
        h("a", { class: "button", href: "/cage" }, "Approve or decline"),
      ),
    ),
  );
}

/** @type {Desk[]} */
let latest = [];
const alerts = new Alerts(need("#alerts"), {
  lead: ({ table, about }, { part, order }) => {
    const desk = latest.find((each) => each.table === table);
    if (!desk) return;
    const sheet = sheetOf(desk);
    (order ? sheet.order(order, about, part) : sheet.open(part)).catch(failed);
  },
  acknowledge: ({ table, key }) =>
    void give(table, "acknowledge-alert", { alert: key })
      .then((no) => no && failed(no))
      .catch(failed),
  say: (text) => (need("#said").textContent = text),
});

/** Show what concerns the whole house; a list that has not changed is not read out again. @param {string[]} says */
function ofTheHouse(says) {
  const list = need("#house");
  const state = JSON.stringify(says);
  if (list.dataset.state === state) return;
  list.dataset.state = state;
  list.replaceChildren(...says.map((each) => h("li", { class: "alert" }, h("span", {}, each))));
  list.hidden = !says.length;
}

async function look() {
  try {
    const pit = /** @type {Pit} */ (await getPageData("/pit/now"));
    const { now, tables, acknowledges, cash, house, deadlines } = pit;
    syncClock(now);
    ofTheHouse(house);
    showDeadlines(need("#deadlines"), deadlines);
    latest = tables;
    show(tables, acknowledges);
    showCash(cash);
    need("#state").hidden = true;
  } catch (no) {
    failed(no);
  }
}

const assessments = document.getElementById("assessments");
if (assessments) showAssessments(assessments);
void look();
setInterval(() => document.hidden || void look(), PACE);
document.addEventListener("visibilitychange", () => document.hidden || void look());
