/** Insurance and surrender. */

import { money } from "../../kit/money.js";
import { openTo } from "../state.js";
import { isRanged, plainActions, tokenActions } from "./plain.js";
import { rest } from "./plan.js";

/**
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("./parts.js").Action} Action
 * @typedef {import("./plain.js").Give} Give
 */

/**
 * Give insurance and surrender, box by box, and the way on.
 * @param {Shown} shown
 * @param {Give} give
 * @param {(open: Open, label: string) => void} lessOf
 * @returns {Action[]}
 */
export function offerActions({ table, mine }, give, lessOf) {
  const boxes = table.boxes.filter((box) =>
    box.bettors.some((each) => each.player === mine.person),
  );
  const many = boxes.length > 1;
  const actions = boxes.flatMap(({ number }) => {
    const where = many ? ` box ${number}` : "";
    const insure = openTo(mine, "insure", { box: number });
    const surrender = openTo(mine, "surrender", { box: number });
    /** @type {Action[]} */
    const here = [];
    if (insure)
      here.push({
        key: `insure-${number}`,
        label: `Insure${where}`,
        note: money(insure.most ?? 0),
        shortcut: many ? undefined : "i",
        act: () => give("insure", { box: number, amount: insure.most }),
      });
    if (insure && isRanged(insure))
      here.push({
        key: `insure-less-${number}`,
        label: `Insure${where} for less`,
        act: () => lessOf(insure, `Insure box ${number} for`),
      });
    here.push({
      key: `surrender-${number}`,
      label: `Surrender${where}`,
      note: "half back",
      shortcut: many ? undefined : "r",
      act: surrender ? () => give("surrender", { box: number }) : null,
      probe: { do: "surrender", box: number },
    });
    return here;
  });
  const others = plainActions(rest(mine.legal, ["insure", "surrender"]), give);
  return [
    ...actions,
    ...tokenActions(mine.legal, give),
    ...others,
    { key: "go", label: "Play on", shortcut: "g", primary: true, act: () => give("be-ready") },
  ];
}
