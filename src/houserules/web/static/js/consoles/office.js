/** The back office: people with their offices and Player Cards, tables with what the house chose, new tables. */

import { Refusal, get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { watchBackups } from "./backups.js";
import { personRow } from "./person.js";
import { monthReport } from "./month_report.js";
import { newTable } from "./house_tables.js";
import { houseTable } from "./house_tables.js";

/** @typedef {import("./person.js").Person} Person */

const LIMIT = 200;
const data =
  /** @type {{me: string, kept: import("../messages.js").BackupsAnswer, owner: boolean, sets_up: boolean, roles: string[], games: import("./house_tables.js").Game[], tables: import("../messages.js").TableListed[]}} */ (
    JSON.parse(need("#office-data").textContent ?? "")
  );
/** @type {Person[]} */
let persons = [];
let who = "all";
let asked = 0;
/** The person whose row is open. */
let opened = "";

/** @type {Record<string, (person: Person) => boolean>} */
const SHOWN = {
  all: () => true,
  staff: (each) => each.role !== "player",
  players: (each) => each.role === "player",
  barred: (each) => each.suspended !== null || each.locked_until !== null,
};

function show() {
  const found = persons.filter((each) => !each.is_guest && SHOWN[who](each));
  const acts = {
    me: data.me,
    roles: data.roles,
    owner: data.owner,
    changed: load,
    opened: (/** @type {string} */ handle) => (opened = handle),
  };
  fill(
    need("#persons"),
    found.length
      ? found.map((each) => personRow(each, { ...acts, open: each.handle === opened }))
      : h(
          "li",
          { class: "empty" },
          who === "barred"
            ? "Nobody is barred."
            : "Nobody found. People appear here when they sign up; you can then assign a role.",
        ),
  );
  need("#persons-state").textContent =
    persons.length >= LIMIT
      ? `Showing the first ${LIMIT} people by name. Search to find others.`
      : `${found.length} people`;
}

async function load() {
  const turn = ++asked;
  const search = /** @type {HTMLInputElement} */ (need("#find")).value.trim();
  try {
    const found = await get(`/api/persons?limit=${LIMIT}&search=${encodeURIComponent(search)}`);
    if (turn !== asked) return;
    ({ persons } = found);
    show();
  } catch (no) {
    need("#persons-state").textContent =
      no instanceof Refusal ? no.detail : "The list could not be loaded. Reload the page.";
  }
}

need("#find").addEventListener("input", () => void load());
for (const button of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-who]")
))
  button.addEventListener("click", () => {
    who = button.dataset.who ?? "all";
    for (const each of document.querySelectorAll("[data-who]"))
      each.setAttribute("aria-pressed", String(each === button));
    show();
  });
fill(
  need("#tables-list"),
  data.tables.length
    ? data.tables.map((each) => houseTable(each, data.games))
    : h("li", { class: "empty" }, "No tables yet. Set one up below."),
);
monthReport();
watchBackups(data.kept);
if (data.sets_up) newTable(data.games);
void load();
