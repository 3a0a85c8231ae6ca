/** What lies on a box, and whose it is. */

import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("./types.js").Box} Box */

/**
 * Sum what each bettor has lying on a box.
 * @param {Box | null} box
 * @returns {Map<string, number>}
 */
export function lyingOn(box) {
  /** @type {Map<string, number>} */
  const lying = new Map();
  if (!box) return lying;
  if (!box.hands.length) {
    for (const each of box.bettors) lying.set(each.player, each.plays);
    return lying;
  }
  for (const stake of box.hands.flatMap((hand) => hand.stakes)) {
    const amount = stake.double + (stake.result === null ? stake.amount : 0);
    if (amount) lying.set(stake.player, (lying.get(stake.player) ?? 0) + amount);
  }
  return lying;
}

/**
 * Name everybody at a box with what they have there.
 * @param {{box: Box | null, seated: string | null, me: string | null, ready: boolean, asked: boolean,
 *   marker: import("./types.js").Placard | null}} state
 */
export function platesOf({ box, seated, me, ready, asked, marker }) {
  const lying = lyingOn(box);
  const first = box?.controller ?? seated;
  const names = new Set([...(first ? [first] : []), ...lying.keys()]);
  const decides = names.size > 1 ? box?.controller : null;
  return [...names].map((name) =>
    h(
      "li",
      { class: name === me ? "mine" : "" },
      h("span", { class: "who" }, name === me ? "You" : name),
      lying.has(name) && h("b", {}, money(lying.get(name) ?? 0)),
      name === decides && h("span", { class: "mark", title: "decides for this box" }, "decides"),
      name === box?.controller && box.absent && h("span", { class: "mark" }, "away"),
      name === seated && ready && h("span", { class: "mark" }, "ready"),
      marker?.player === name &&
        h("span", { class: "mark marker", title: `${marker.text} (${marker.clause})` }, "marker"),
      asked && name === me && h("span", { class: "mark" }, "your answer"),
    ),
  );
}
