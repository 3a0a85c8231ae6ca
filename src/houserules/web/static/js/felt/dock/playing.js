/** The actions of the hand in play. */

import { money } from "../../kit/money.js";
import { openTo, turnOf } from "../state.js";
import { isRanged, plainActions, tokenActions } from "./plain.js";
import { rest } from "./plan.js";

/**
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("./parts.js").Action} Action
 * @typedef {import("./plain.js").Give} Give
 */

/**
 * Give the actions of the hand in play: what is not allowed is there too, and says why.
 * @param {Shown} shown
 * @param {Give} give
 * @param {(open: Open, label: string) => void} lessOf
 * @returns {Action[]}
 */
export function playActions({ table, mine }, give, lessOf) {
  const turn = turnOf(table);
  if (!turn) return [];
  const at = { box: turn.box, hand: turn.hand };
  const stake = table.boxes
    .find((box) => box.number === turn.box)
    ?.hands[turn.hand - 1]?.stakes.find((each) => each.player === mine.person);
  const double = openTo(mine, "double", at);
  const split = openTo(mine, "split", at);
  const amount = double?.most ?? stake?.amount ?? 0;
  /** @type {Action[]} */
  const actions = [
    {
      key: "hit",
      label: "Hit",
      shortcut: "h",
      act: openTo(mine, "hit", at) ? () => give("hit", at) : null,
      probe: { do: "hit", ...at },
    },
    {
      key: "stand",
      label: "Stand",
      shortcut: "s",
      act: openTo(mine, "stand", at) ? () => give("stand", at) : null,
      probe: { do: "stand", ...at },
    },
    {
      key: "double",
      label: "Double",
      note: money(amount),
      shortcut: "d",
      act: double ? () => give("double", { ...at, amount }) : null,
      probe: { do: "double", ...at, amount },
    },
    {
      key: "split",
      label: "Split",
      note: money(stake?.amount ?? 0),
      shortcut: "p",
      act: split ? () => give("split", at) : null,
      probe: { do: "split", ...at },
    },
  ];
  if (double && isRanged(double))
    actions.splice(3, 0, {
      key: "double-less",
      label: "Double for less",
      shortcut: "l",
      act: () => lessOf(double, "Double for"),
    });
  return actions.concat(
    tokenActions(mine.legal, give),
    plainActions(rest(mine.legal, ["hit", "stand", "double", "split"]), give),
  );
}
