/** The page of a tournament: drawn from what the server sent with it, and again whenever it changes. */

import { get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { bracket } from "./bracket.js";
import { EntryPanel } from "./entry_panel.js";
import { follow } from "./feed.js";
import { ending, facts, notices, results, runningSessions, seatDraws, timetable } from "./parts.js";
import { PHASES } from "./words.js";

/**
 * @typedef {import("./words.js").TournamentAnswer} TournamentAnswer
 * @typedef {import("../kit/dom.js").Child} Child
 */

const { me, plays, ...first } =
  /** @type {TournamentAnswer & {me: string | null, plays: boolean}} */ (
    JSON.parse(need("#tournament-data").textContent ?? "")
  );
const path = /** @type {const} */ (`/api/tournaments/${encodeURIComponent(first.tournament)}`);

/** A part of the page; it is drawn again only when what it shows has changed. */
class Part {
  /**
   * @param {string} name
   * @param {string} title
   * @param {(answer: TournamentAnswer) => Child} draw null: there is nothing to show
   */
  constructor(name, title, draw) {
    this.body = h("div");
    this.element = h(
      "section",
      { class: `panel part-${name}`, "aria-labelledby": `h-${name}`, hidden: true },
      h("h2", { id: `h-${name}` }, title),
      this.body,
    );
    this.draw = draw;
    this.shown = "";
  }

  /**
   * @param {TournamentAnswer} answer
   * @param {unknown} of what it is drawn from
   */
  show(answer, of) {
    const state = JSON.stringify(of);
    if (state === this.shown) return;
    this.shown = state;
    const content = this.draw(answer);
    const wasOpen = [...this.body.querySelectorAll("details")].map((each) => each.open);
    fill(this.body, content);
    this.body.querySelectorAll("details").forEach((each, at) => (each.open = wasOpen[at] ?? false));
    this.element.hidden = content === null;
  }
}

/** Staff do not play, so they have no entry. */
const isStaff = me !== null && !plays;
const entry = h("section", {
  class: "panel part-entry",
  "aria-labelledby": "h-entry",
  hidden: isStaff,
});
const panel = new EntryPanel(entry, {
  path,
  rulebook: first.view.rulebook,
  kind: first.kind,
  refresh: async () => show(await get(path)),
});
const parts = {
  standings: new Part("standings", "Standings", ({ standings }) => runningSessions(standings)),
  results: new Part("results", "Places and prizes", ({ view }) => results(view)),
  bracket: new Part("bracket", "Bracket", ({ view, standings }) =>
    view.stages.some((each) => each.sessions.length || each.draw)
      ? bracket(view.stages, { standings, me })
      : null,
  ),
  timetable: new Part("timetable", "Timetable", ({ view }) => timetable(view)),
  notices: new Part("notices", "Notices to players", ({ view }) => notices(view)),
  draws: new Part("draws", "Seat draw", seatDraws),
};
fill(
  need("#parts"),
  entry,
  Object.values(parts).map((each) => each.element),
);

/** @param {TournamentAnswer} answer */
function show(answer) {
  const { view, standings } = answer;
  need("#phase").textContent = PHASES[view.phase];
  fill(need("#facts"), facts(view));
  fill(need("#ending"), ending(view));
  if (!isStaff) panel.show({ answer, me });
  parts.standings.show(answer, standings);
  parts.results.show(answer, [view.placings, view.prizes, view.pool]);
  parts.bracket.show(answer, [view.stages, standings]);
  parts.timetable.show(answer, [view.timetable, view.entries]);
  parts.notices.show(answer, view.notices);
  parts.draws.show(answer, view.stages.map((each) => each.draw));
  if (String(view.version) !== need("#conditions").dataset.version) void renewConditions();
}

/** Take the conditions as they are now from the page itself. */
async function renewConditions() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  need("#conditions").replaceWith(need("#conditions", page));
}

show(first);
follow(first.tournament, show, (no) => {
  const trouble = need("#trouble");
  trouble.textContent = no?.detail ?? "";
  trouble.hidden = no === null;
});
