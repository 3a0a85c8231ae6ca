/** Something went wrong: what it was, what the rules say then, and what this office does about it. */

import { fill, h } from "../../kit/dom.js";

/**
 * @typedef {import("./types.js").Trouble} Trouble
 * @typedef {import("./types.js").Staff} Staff
 */

/**
 * Give what opens the dialog.
 * @param {Staff} staff
 * @param {import("./orders.js").Orders} orders
 */
export function troublesDialog(staff, orders) {
  const body = h("div", { class: "dialog-body" });
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "wide-dialog", "aria-labelledby": "trouble-title" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "trouble-title" }, "Something went wrong"),
        h(
          "button",
          { type: "button", class: "button quiet", onclick: () => dialog.close() },
          "Close",
        ),
      ),
      body,
    )
  );
  document.body.append(dialog);
  const list = () =>
    fill(
      body,
      h("p", {}, "What happened?"),
      h(
        "ul",
        { class: "order-list" },
        staff.troubles.map((each) =>
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
      ),
    );
  const one = (/** @type {Trouble} */ trouble) =>
    fill(
      body,
      page(trouble, staff, { back: list, order: (name) => (dialog.close(), orders.form(name)) }),
    );
  return () => {
    list();
    dialog.showModal();
  };
}

/**
 * @param {Trouble} trouble
 * @param {Staff} staff
 * @param {{back: () => void, order: (order: import("./types.js").Order) => void}} acts
 */
function page({ what, provided, says, acts: steps, table_does: does }, staff, { back, order }) {
  return [
    h("h3", {}, what),
    !provided &&
      h("p", { class: "note" }, "This document does not say what is done then; nearest to it:"),
    h(
      "dl",
      { class: "why-clauses" },
      says.map((each) => [h("dt", { class: "clause" }, each.clause), h("dd", {}, each.says)]),
    ),
    does.length > 0 && [
      h("h3", {}, "The table"),
      h(
        "ul",
        { class: "plain-list" },
        does.map((each) => h("li", {}, each)),
      ),
    ],
    h("h3", {}, "What is done"),
    h(
      "ol",
      { class: "steps" },
      steps.map((step) => {
        const mine = staff.orders.find((each) => each.do === step.do);
        return h(
          "li",
          {},
          h("p", {}, step.what),
          mine
            ? h(
                "button",
                { type: "button", class: "button", "data-do": mine.do, onclick: () => order(mine) },
                mine.title,
              )
            : h("small", {}, `For: ${step.who.join(", ") || "nobody"}.`),
        );
      }),
    ),
    h(
      "p",
      { class: "row" },
      h("button", { type: "button", class: "button quiet", onclick: back }, "Something else"),
    ),
  ];
}
