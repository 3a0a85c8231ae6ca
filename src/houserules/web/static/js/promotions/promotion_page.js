/** The page of a promotion: drawn from what the server sent with it, and again whenever it changes. */

import { get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { follow } from "../kit/feed.js";
import { Happenings } from "./happenings.js";
import { MyPart } from "./my_part.js";
import { facts, prizes, standing } from "./parts.js";
import { proofs } from "./proofs.js";

/**
 * @typedef {import("./words.js").PromotionAnswer} PromotionAnswer
 * @typedef {{me: string | null, plays: boolean, phases: Record<string, string>,
 *   law: import("./words.js").Law}} Reader
 */

const { me, plays, phases, law, ...first } = /** @type {PromotionAnswer & Reader} */ (
  JSON.parse(need("#promotion-data").textContent ?? "")
);
const path = /** @type {const} */ (`/api/promotions/${encodeURIComponent(first.promotion)}`);

/**
 * A part of the page.
 * @param {string} name
 * @param {string} title
 */
function part(name, title) {
  const body = h("div");
  const element = h(
    "section",
    { class: `panel part-${name}`, "aria-labelledby": `h-${name}` },
    h("h2", { id: `h-${name}` }, title),
    body,
  );
  return { body, element };
}

/** Staff have no part of their own. */
const isStaff = me !== null && !plays;
const mine = h("section", { class: "panel part-mine", "aria-labelledby": "h-mine", hidden: isStaff });
const rulebook = first.view.rulebook;
const myPart = new MyPart(
  mine,
  { path, rulebook, kind: first.kind, refresh: async () => show(await get(path)) },
  law,
);
const results = part("results", "Prizes and results");
const draws = part("draws", "The draw and its proof");
const happenings = new Happenings(first.promotion, { rulebook, me });
fill(need("#parts"), mine, results.element, draws.element, h("section", { class: "panel part-happenings" }, happenings.element));

let drawn = "";

/** @param {PromotionAnswer} answer */
function show(answer) {
  const { view } = answer;
  need("#phase").textContent = phases[view.phase] ?? view.phase;
  fill(need("#facts"), facts(answer));
  fill(need("#ending"), standing(view));
  if (!isStaff) myPart.show({ answer, me });
  fill(results.body, prizes(view));
  showDraws(answer);
  happenings.show(answer.position);
  if (String(view.version) !== need("#terms").dataset.version) void renewTerms();
}

/**
 * Draw the proofs again only when they have changed: somebody may be typing what they noted.
 * @param {PromotionAnswer} answer
 */
function showDraws(answer) {
  const { results: of, list_hash: list, entries } = answer.view;
  const state = JSON.stringify([of, list, list && entries]);
  if (state === drawn) return;
  drawn = state;
  const content = proofs(answer, law);
  fill(draws.body, content);
  draws.element.hidden = content === null;
}

/** Take the terms as they are now from the page itself. */
async function renewTerms() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  need("#terms").replaceWith(need("#terms", page));
}

show(first);
follow(path, show, (no) => {
  const trouble = need("#trouble");
  trouble.textContent = no?.detail ?? "";
  trouble.hidden = no === null;
});
