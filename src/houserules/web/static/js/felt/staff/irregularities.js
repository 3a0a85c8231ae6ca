/** Something went wrong: what it was, what the rules say then, and what this office does about it. */

import { fill, h } from "../../kit/dom.js";

/**
 * @typedef {import("./types.js").Trouble} Trouble
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Staff} Staff
 */

/**
 * Return a button for each irregularity, which leads through what the rules say.
 * @param {Staff} staff
 * @param {(order: Order) => void} order
 */
export function irregularityGuide(staff, order) {
  const place = h("div", { class: "troubles" });
  const list = () =>
    fill(place, [
      h("p", {}, "What happened?"),
      listed(staff.troubles.filter((each) => each.provided)),
      h("h3", {}, "Not covered by the rules"),
      listed(staff.troubles.filter((each) => !each.provided)),
    ]);
  /** @param {Trouble[]} troubles */
  const listed = (troubles) =>
    h(
      "ul",
      { class: "trouble-list" },
      troubles.map((each) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "order", "data-trouble": each.id, onclick: () => one(each) },
            h("b", {}, each.what),
            h("span", { class: "clause" }, each.says[0]?.clause ?? ""),
          ),
        ),
      ),
    );
  const one = (/** @type {Trouble} */ trouble) => {
    fill(place, page(trouble, staff, { back: list, order }));
    place.parentElement?.scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (place.querySelector("[data-do], button"))?.focus({
      preventScroll: true,
    });
  };
  list();
  return place;
}

/**
 * @param {Trouble} trouble
 * @param {Staff} staff
 * @param {{back: () => void, order: (order: Order) => void}} acts
 */
function page({ what, provided, says, acts: steps, table_does: does }, staff, { back, order }) {
  return [
    h("h3", { class: "trouble-what" }, what),
    steps.length > 0 && [
      h("p", { class: "label" }, "What to do, and who does it"),
      h(
        "ol",
        { class: "steps" },
        steps.map((step) => stepOf(step, staff, order)),
      ),
    ],
    does.length > 0 && [
      h("p", { class: "label" }, "What the table then does"),
      h(
        "ul",
        { class: "bullets" },
        does.map((each) => h("li", {}, each)),
      ),
    ],
    h(
      "p",
      { class: "label" },
      provided ? "What the rules say" : "Not covered by the rules; the nearest clauses",
    ),
    h(
      "dl",
      { class: "said-clauses" },
      says.map((each) =>
        h("div", {}, h("dt", { class: "clause" }, each.clause), h("dd", {}, each.says)),
      ),
    ),
    !provided &&
      h(
        "p",
        { class: "note" },
        "A supervisor decides. Record the decision as a dispute or a notice.",
      ),
    h(
      "p",
      { class: "row" },
      h("button", { type: "button", class: "button", onclick: back }, "Something else happened"),
    ),
  ];
}

/**
 * @param {Trouble["acts"][number]} step
 * @param {Staff} staff
 * @param {(order: Order) => void} order
 */
function stepOf(step, staff, order) {
  const mine = staff.orders.find((each) => each.do === step.do);
  return h(
    "li",
    {},
    h("p", {}, step.what),
    mine
      ? h(
          "button",
          {
            type: "button",
            class: "button primary",
            "data-do": mine.do,
            onclick: () => order(mine),
          },
          mine.title,
        )
      : h("small", {}, who(step, staff.role)),
  );
}

/**
 * @param {Trouble["acts"][number]} step
 * @param {string} role
 */
function who({ who }, role) {
  if (who.includes(role)) return "Use the button below the felt when it is due.";
  return who.length ? `By: ${who.join(", ")}.` : "By nobody.";
}
