/** The checks of a shoe: hash, cut, order and count, from its record alone. */

import { sha256 } from "./kit/sha256.js";

/**
 * @typedef {{card?: string, cutting_card?: number, to?: string, from?: string, round: number}} Out
 * @typedef {{commitment: string, salt: string, stack: string, cut: {at: number, by: string} | null, burn: {card: string, shown?: boolean} | null, cutting_card: {from_back: number} | null, out: Out[], left: number}} Segment
 * @typedef {import("./kit/check_item.js").Check} Check
 */

/**
 * Return the cards of a stack as the shoe held them: what lay in front of the cut goes behind the rest.
 * @param {Segment} segment
 */
export function shoeOrder({ stack, cut }) {
  const cards = stack.split(" ");
  const at = cut?.at ?? 0;
  return [...cards.slice(at), ...cards.slice(0, at)];
}

/** Return the cards as they left the shoe. @param {Segment} segment */
export function cardsDealt({ burn, out }) {
  const dealt = out.filter((each) => each.card && !each.from).map((each) => each.card ?? "");
  return burn ? [burn.card, ...dealt] : dealt;
}

/**
 * @param {{redealt?: number[]}} record
 * @returns {Check}
 */
export function redealtCheck({ redealt }) {
  if (!redealt)
    return {
      passed: null,
      text: "This old record does not say whether cards were taken up and redealt. An audit of the journal can.",
    };
  return redealt.length
    ? {
        passed: false,
        text: `Cards were taken up and redealt in round ${redealt.join(", ")}, which the software never does.`,
      }
    : { passed: true, text: "No round was taken up and redealt." };
}

/**
 * @param {Segment} segment
 * @returns {Promise<Check[]>}
 */
export async function checksOf(segment) {
  const hash = await sha256(`houserules/stack-1\n${segment.salt}\n${segment.stack}\n`);
  const shoe = shoeOrder(segment);
  const out = cardsDealt(segment);
  const wrong = out.findIndex((card, n) => card !== shoe[n]);
  const cut = segment.cut;
  return [
    hash === null
      ? {
          passed: null,
          text: "Browsers offer SHA-256 only over https. Download the record and verify it on your machine.",
        }
      : {
          passed: hash === segment.commitment,
          text:
            hash === segment.commitment
              ? "The hash of the salt and stack matches the commitment."
              : `The hash of the salt and stack is ${hash}, which does not match.`,
        },
    {
      passed: cut !== null,
      text: cut
        ? `${cut.by === "house" ? "The house" : cut.by} cut behind card ${cut.at} of ${shoe.length}.`
        : "The stack was not cut.",
    },
    {
      passed: wrong < 0,
      text:
        wrong < 0
          ? `${out.length} cards were dealt, each the next in the cut stack.`
          : `Card ${wrong + 1} was ${out[wrong]}; the stack has ${shoe[wrong]} there.`,
    },
    {
      passed: out.length + segment.left === shoe.length,
      text: `${out.length} cards were dealt and ${segment.left} were left: ${out.length + segment.left} of ${shoe.length}.`,
    },
  ];
}
