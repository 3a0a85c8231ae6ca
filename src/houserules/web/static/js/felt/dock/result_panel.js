/** The panel after a round: what it brought, and the next one in one click. */

import { h } from "../../kit/dom.js";
import { money, signedMoney } from "../../kit/money.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../wagers.js").Wagers} Wagers
 */

/**
 * Sum what the payments of the round leave somebody with; null: no wager of theirs was settled.
 * @param {Shown} shown
 * @param {string | null} me
 */
export function netOf({ payments }, me) {
  const mine = payments.filter((each) => each.player === me);
  return mine.length ? mine.reduce((sum, each) => sum + each.returned - each.stake, 0) : null;
}

/**
 * @param {Shown} shown
 * @param {Wagers} wagers
 * @param {{me: string | null, more: () => void}} how
 */
export function endingPanel(shown, wagers, { me, more }) {
  const net = netOf(shown, me);
  const before = wagers.before(shown);
  const amount = before.reduce(
    (sum, each) => each.sides.reduce((all, side) => all + side.amount, sum + each.amount),
    0,
  );
  const broke = wagers.chips(shown) < wagers.info.minimum;
  return h(
    "div",
    { class: "acts" },
    net !== null &&
      h(
        "p",
        { class: `outcome ${net > 0 ? "up" : net < 0 ? "down" : ""}` },
        net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "Even",
        h("span", { class: "unseen" }, ` this round, ${signedMoney(net)}`),
      ),
    broke
      ? h(
          "button",
          { type: "button", class: "button primary", "data-key": "more", onclick: more },
          "Get more chips",
        )
      : amount > 0 &&
          h(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-key": "go",
              "aria-keyshortcuts": "g",
              onclick: () => wagers.again(),
            },
            h("span", { class: "act-label" }, "Deal again"),
            h("span", { class: "act-note" }, money(amount)),
            h("kbd", { "aria-hidden": "true" }, "G"),
          ),
    !broke &&
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-key": "change",
          onclick: () => wagers.give("be-ready"),
        },
        "Change wager",
      ),
  );
}
