/** Sentences of the server, with their gaps filled for whoever reads them. */

import { timeText } from "./casino_time.js";

/** @typedef {import("../messages.js").SentenceShown} Sentence */

const GAP = /\{(\w+)('s)?(?::([^|}]*)\|([^}]*))?\}/g;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fill the gaps; the reader's own name becomes "you".
 * @param {Sentence} sentence
 * @param {string | null} [me]
 */
export function sentenceText({ template, people, values }, me = null) {
  return template.replace(GAP, (_, key, possessive, others, own, at) => {
    const name = people[key];
    const isReader = name !== undefined && name === me;
    if (others !== undefined) return isReader ? own : others;
    if (name !== undefined && !isReader) return possessive ? `${name}'s` : name;
    const value = isReader ? (possessive ? "your" : "you") : (values[key] ?? "");
    const words = typeof value === "number" ? timeText(value) : value;
    return at === 0 || template.slice(0, at).endsWith(". ") ? capital(words) : words;
  });
}

/**
 * Fill the gaps, and leave the clause to a column of its own.
 * @param {Sentence} sentence
 */
export const withoutClause = (sentence) =>
  sentenceText({ ...sentence, template: sentence.template.replace(" ({clause})", "") });
