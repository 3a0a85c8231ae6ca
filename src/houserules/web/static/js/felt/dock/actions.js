/** The decisions of a player as buttons: in play, on offers, in answer to a question, and all others. */

import { h } from "../../kit/dom.js";
import { money, clampToRange } from "../../kit/money.js";
import { openCommand, turnOf } from "../table_queries.js";
import { capital } from "../words.js";
import { amountField } from "./controls.js";
import { rest } from "./plan.js";

/**
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("./controls.js").Action} Action
 * @typedef {import("./controls.js").Range} Range
 * @typedef {(name: string, fields?: Record<string, unknown>) => void} Give
 */

/**
 * Return plain buttons for commands that have no place of their own.
 * @param {Open[]} legal
 * @param {Give} give
 * @returns {Action[]}
 */
export function plainActions(legal, give) {
  return legal.map((open, n) => {
    const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
    const where = open.box ? `, box ${open.box}` : "";
    const label = capital(name.replaceAll("-", " ")) + where + (open.tokens ? ", in tokens" : "");
    return {
      key: `${name}-${n}`,
      label,
      note: open.amount ? money(open.amount) : undefined,
      act: () => give(name, fields),
    };
  });
}

/**
 * Return the wagers that may be made in promotional tokens, as buttons beside those in chips.
 * @param {Open[]} legal
 * @param {Give} give
 * @returns {Action[]}
 */
export function tokenActions(legal, give) {
  const inTokens = legal.filter((each) => each.tokens && /^(insure|double|split)$/.test(each.do));
  return inTokens.map((open, n) => {
    const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
    return {
      key: `${name}-tokens-${n}`,
      label: `${capital(name)} in tokens`,
      note: money(open.tokens ?? 0),
      act: () => give(name, fields),
    };
  });
}

/**
 * Ask for an amount below the most.
 * @param {Open} open
 * @param {string} label
 * @param {Give} give
 * @param {() => void} back
 */
export function lessPanel(open, label, give, back) {
  const range = /** @type {Range} */ (open);
  const confirm = () => {
    const amount = field.value();
    if (amount !== null)
      give(open.do, {
        box: open.box,
        ...(open.hand ? { hand: open.hand } : {}),
        amount: clampToRange(amount, range),
      });
  };
  const field = amountField({
    label,
    key: "less",
    range,
    value: Math.max(range.least, Math.floor(range.most / 2 / range.step) * range.step),
    entered: confirm,
  });
  return h(
    "div",
    { class: "acts" },
    field.element,
    h(
      "button",
      { type: "button", class: "button primary", "data-key": "less-confirm", onclick: confirm },
      "Confirm",
    ),
    h(
      "button",
      { type: "button", class: "button", "data-key": "less-back", onclick: back },
      "Back",
    ),
  );
}

/**
 * Whether there is an amount to choose.
 * @param {Open} open
 */
export function isRanged(open) {
  return (open.most ?? 0) > (open.least ?? 0);
}

/**
 * @typedef {import("../types.js").Shown} Shown
 */

/**
 * Return the actions of the hand in play: what is not allowed is there too, and says why.
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
  const double = openCommand(mine, "double", at);
  const split = openCommand(mine, "split", at);
  const amount = double?.most ?? stake?.amount ?? 0;
  /** @type {Action[]} */
  const actions = [
    {
      key: "hit",
      label: "Hit",
      shortcut: "h",
      act: openCommand(mine, "hit", at) ? () => give("hit", at) : null,
      probe: { do: "hit", ...at },
    },
    {
      key: "stand",
      label: "Stand",
      shortcut: "s",
      act: openCommand(mine, "stand", at) ? () => give("stand", at) : null,
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

/**
 * Return insurance and surrender, box by box, and the way on.
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
    const insure = openCommand(mine, "insure", { box: number });
    const surrender = openCommand(mine, "surrender", { box: number });
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

/**
 * Return the answers to a question that was put to other bettors too.
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
  const open = openCommand(mine, yes, { box: question.box });
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
  const no = openCommand(mine, "decline", { box: question.box });
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
