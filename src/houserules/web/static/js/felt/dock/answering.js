/** The answers to a question: of other bettors to a double or a split, of everybody to a forfeit. */

import { money } from "../../kit/money.js";
import { openTo } from "../state.js";
import { capital } from "../words.js";
import { isRanged, plainActions, tokenActions } from "./plain.js";
import { rest } from "./plan.js";

/**
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("./parts.js").Action} Action
 * @typedef {import("./plain.js").Give} Give
 */

/**
 * Give the answers to a question that was put to other bettors too.
 * @param {Shown} shown
 * @param {Give} give
 * @param {(open: Open, label: string) => void} lessOf
 * @returns {Action[]}
 */
export function answerActions({ table, mine }, give, lessOf) {
  const question = table.question;
  if (!question) return [];
  const yes =
    question.question === "forfeit"
      ? "forfeit"
      : question.question === "double"
        ? "double"
        : "split";
  const open = openTo(mine, yes, { box: question.box });
  const follows = yes !== "forfeit" && question.question !== "split-ace-again";
  const note = open?.most ? money(open.most) : undefined;
  const fields = {
    box: question.box,
    hand: open?.hand ?? question.hand,
    ...(open?.most ? { amount: open.most } : {}),
  };
  /** @type {Action[]} */
  const actions = [
    {
      key: "yes",
      label: follows ? `Follow: ${yes}` : capital(yes),
      note,
      shortcut: "y",
      primary: follows,
      act: open ? () => give(yes, fields) : null,
      probe: { do: yes, ...fields },
    },
  ];
  if (open && isRanged(open))
    actions.push({
      key: "yes-less",
      label: "Follow for less",
      act: () => lessOf(open, "Follow for"),
    });
  for (const each of mine.legal.filter((every) => every.do === "designate")) {
    actions.push({
      key: `designate-${each.hand}`,
      label: `Wager on hand ${each.hand}`,
      act: () => give("designate", { box: each.box, hand: each.hand }),
    });
  }
  const no = openTo(mine, "decline", { box: question.box });
  actions.push({
    key: "no",
    label: yes === "forfeit" ? "Keep the wager" : "No",
    shortcut: "n",
    primary: yes === "forfeit",
    act: no ? () => give("decline", { box: question.box }) : null,
  });
  return actions.concat(
    tokenActions(mine.legal, give),
    plainActions(rest(mine.legal, ["double", "split", "forfeit", "decline", "designate"]), give),
  );
}
