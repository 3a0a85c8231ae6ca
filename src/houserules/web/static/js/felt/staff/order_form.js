/** One order to be given: what it does and by which clause, what comes first, and its fields. */

import { timeText } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { orderField, labelOf } from "./order_fields.js";
import { limitsText } from "./rows.js";

/**
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Acts} Acts
 * @typedef {import("./types.js").Looked} Looked
 * @typedef {import("./types.js").First} First
 * @typedef {import("./inputs.js").Filled} Filled
 * @typedef {{order: Order, preset: Record<string, unknown>, looked: Looked, acts: Acts, back: () => void, done: (order: Order) => void}} Asked
 */

/**
 * @param {Asked} asked
 */
export function orderForm({ order, preset, looked, acts, back, done }) {
  const fields = order.fields.map(
    (each) => /** @type {const} */ ([each.name, filled(each, preset, looked)]),
  );
  const first = h("div", { class: "first" });
  const wrong = h("div", { class: "note bad", role: "alert", hidden: true });
  const submit = h("button", { class: "button primary" }, order.title);
  const form = h(
    "form",
    { class: "order-form", "data-order": order.do },
    h("p", {}, order.says, " ", order.clause && clauseLink(order.clause, acts)),
    fields.map(([, field]) => field.element),
    order.first.length > 0 && first,
    wrong,
    h(
      "p",
      { class: "row" },
      submit,
      h("button", { type: "button", class: "button", onclick: back }, "Back"),
    ),
  );
  const say = (/** @type {import("../../kit/api.js").Refusal | Error} */ no) => {
    const clause = Reflect.get(no, "clause");
    fill(wrong, no.message, clause && [" ", clauseLink(clause, acts)]);
    wrong.hidden = false;
    wrong.scrollIntoView({ block: "nearest" });
  };
  const tell = notices(order, { first, submit, acts, say, looked, player: () => playerIn(fields) });
  if (order.first.length) {
    form.addEventListener("change", tell);
    tell();
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.hidden = true;
    try {
      const read = Object.fromEntries(fields.map(([name, field]) => [name, field.read()]));
      const no = await acts.give(order.do, read);
      if (no) say(no);
      else done(order);
    } catch (no) {
      say(/** @type {Error} */ (no));
    }
  });
  return form;
}

/**
 * @param {string} clause
 * @param {Acts} acts
 */
export function clauseLink(clause, acts) {
  return h(
    "button",
    { type: "button", class: "link clause", onclick: () => acts.explain(clause) },
    clause,
  );
}

/**
 * Return a field to be filled in, or what is known of it already.
 * @param {import("./types.js").Field} field
 * @param {Record<string, unknown>} preset
 * @param {Looked} looked
 * @returns {Filled}
 */
function filled(field, preset, looked) {
  if (!(field.name in preset)) return orderField(field, looked);
  const value = preset[field.name];
  return {
    element: h("p", { class: "preset" }, h("b", {}, `${labelOf(field)}: `), shown(field, value)),
    read: () => value,
  };
}

/**
 * @param {import("./types.js").Field} field
 * @param {unknown} value
 */
function shown(field, value) {
  if (value === null) return "–";
  if (field.as === "limits") return limitsText(/** @type {import("./types.js").Stated} */ (value));
  return /^(hour|announced)$/.test(field.as) ? timeText(Number(value)) : String(value);
}

/** @param {(readonly [string, Filled])[]} fields */
function playerIn(fields) {
  const field = fields.find(([name]) => name === "player");
  try {
    return /** @type {string | null} */ (field?.[1].read() ?? null);
  } catch {
    return null;
  }
}

/**
 * Let notices be given that an order needs beforehand; the order is closed until they have been.
 * @param {Order} order
 * @param {{first: HTMLElement, submit: HTMLElement, acts: Acts, say: (no: Error) => void, looked: Looked, player: () => string | null}} parts
 */
function notices(order, { first, submit, acts, say, looked, player }) {
  let { told } = looked.desk;
  const show = () => {
    const who = player();
    const steps = order.first.map(({ to, about, by_name: named }) => {
      const notice = { to, about, player: named ? who : null };
      const done = told.some(
        (each) => each.to === to && each.about === about && each.player === notice.player,
      );
      return { notice, done };
    });
    submit.toggleAttribute(
      "disabled",
      steps.some(({ done }) => !done),
    );
    fill(
      first,
      h("p", { class: "label" }, "Required before this order, every time"),
      h(
        "ol",
        { class: "steps" },
        steps.map(({ notice, done }) => step(notice, done)),
      ),
    );
  };
  const give = async (/** @type {import("./types.js").Notice} */ notice) => {
    const no = await acts.give("give-notice", notice);
    if (no) return say(no);
    told = (await acts.look()).desk.told;
    show();
  };
  /** @param {import("./types.js").Notice} notice @param {boolean} done */
  const step = (notice, done) =>
    h(
      "li",
      { class: done ? "is-done" : "" },
      h(
        "p",
        {},
        `Tell ${notice.to === "inspector" ? "an inspector" : notice.to}: ${notice.about}${notice.player ? `, ${notice.player}` : ""}.`,
      ),
      done
        ? h("small", { class: "told" }, "Given and recorded.")
        : h(
            "button",
            { type: "button", class: "button", onclick: () => void give(notice) },
            "Notice given",
          ),
    );
  return show;
}
