/**
 * The checks of a prize draw, from its record alone: what `houserules verify draw` checks.
 *
 * The hashes are those of `houserules.promotion.prize_draw`.
 */

import { sha256 } from "../kit/sha256.js";

/**
 * @typedef {{entry: number, code: string}} ListedEntry
 * @typedef {{promotion: string, prize: number, prize_value: string, outside: string,
 *   outside_event: string, closes_at: string, commitment: string, committed_at: string,
 *   closed_at: string, entries: ListedEntry[], list_hash: string, value: string, given_by: string,
 *   given_at: string, secret: string, rank: number, winner: number, code: string, drawn_by: string,
 *   drawn_at: string, scrutineer?: string}} DrawRecord of a draw that was held
 * @typedef {{published?: string, list?: string, value?: string}} Noted what somebody wrote down before
 * @typedef {import("../kit/check_item.js").Check} Check
 */

const LIST = "houserules/entry-list-1";
const SECRET = "houserules/promotion-secret-1";
const CHOICE = "houserules/promotion-choice-1";
const SPAN = 1n << 256n;

/**
 * Return the hash of lines, each ended by a line feed; null: the browser has none here.
 * @param {...(string | number)} lines
 */
const hashLines = (...lines) => sha256(lines.map((line) => `${line}\n`).join(""));

/** @param {readonly ListedEntry[]} entries */
const hashList = (entries) => hashLines(LIST, ...entries.map(({ entry, code }) => `${entry} ${code}`));

/**
 * Choose one of several, all equally likely; a hash that would favour some is thrown away.
 * @param {number} among
 * @param {...(string | number)} lines
 */
async function choose(among, ...lines) {
  const most = SPAN - (SPAN % BigInt(among));
  for (let attempt = 1; ; attempt++) {
    const value = BigInt(`0x${await hashLines(CHOICE, ...lines, attempt)}`);
    if (value < most) return Number(value % BigInt(among));
  }
}

/**
 * Return the entry that a rank is drawn for; null: no player is left.
 * @param {DrawRecord} record
 */
async function drawnEntry({ entries, prize, secret, value, rank }) {
  const list = (await hashList(entries)) ?? "";
  let left = [...entries];
  for (let at = 1; left.length > 0; at++) {
    const chosen = left[await choose(left.length, list, prize, secret, value, at)];
    if (at === rank) return chosen;
    left = left.filter((each) => each.code !== chosen.code);
  }
  return null;
}

/**
 * Check a record, and compare it with what was written down before the draw.
 * @param {DrawRecord} record
 * @param {{scrutineerAbove: number, noted?: Noted}} about the value in cents above which there is a scrutineer
 * @returns {Promise<Check[]>}
 */
export async function checksOfDraw(record, { scrutineerAbove, noted = {} }) {
  if ((await sha256("")) === null)
    return [
      {
        passed: null,
        text: "Browsers offer SHA-256 only over https. Download the record and verify it on your machine.",
      },
      orderCheck(record),
      scrutineerCheck(record, scrutineerAbove),
    ];
  return [
    await listCheck(record, noted.list),
    await commitmentCheck(record, noted.published),
    valueCheck(record, noted.value),
    orderCheck(record),
    scrutineerCheck(record, scrutineerAbove),
    await winnerCheck(record),
  ];
}

/**
 * Whether what was written down, if anything was, is the same.
 * @param {string | undefined} note
 * @param {string} found
 */
const agrees = (note, found) => !note || note.trim().toLowerCase() === found.toLowerCase();

/**
 * @param {DrawRecord} record
 * @param {string} [note]
 * @returns {Promise<Check>}
 */
async function listCheck({ entries, list_hash: said }, note) {
  const computed = (await hashList(entries)) ?? "";
  const inOrder = entries.every((each, at) => at === 0 || entries[at - 1].entry < each.entry);
  if (computed !== said) return { passed: false, text: `The list of entries was changed: it hashes to ${computed}.` };
  if (!inOrder) return { passed: false, text: "An entry is on the list twice, or out of order." };
  if (!agrees(note, said)) return { passed: false, text: `You noted ${note}: this is another list.` };
  return { passed: true, text: `The list of ${entries.length} entries has the hash that was published.` };
}

/**
 * @param {DrawRecord} record
 * @param {string} [note]
 * @returns {Promise<Check>}
 */
async function commitmentCheck({ promotion, prize, secret, commitment }, note) {
  const computed = await hashLines(SECRET, promotion, prize, secret);
  if (computed !== commitment) return { passed: false, text: `The secret hashes to ${computed}: the house had committed to another one.` };
  if (!agrees(note, commitment)) return { passed: false, text: `You noted ${note}: this is another commitment.` };
  return { passed: true, text: "The secret is the one that the house committed to." };
}

/**
 * Return a value in the only form that counts: its words in lower case, its numbers without leading zeros.
 * @param {string} text
 */
export function plainValue(text) {
  const words = text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (/^\p{Nd}+$/u.test(word) ? word.replace(/^0+(?=.)/u, "") : word)).join(" ");
}

/**
 * @param {DrawRecord} record
 * @param {string} [note]
 * @returns {Check}
 */
function valueCheck({ value, outside, outside_event: event }, note) {
  const from = event || `the ${outside}`;
  if (!value.trim()) return { passed: false, text: "Nobody outside the house added chance." };
  if (value !== plainValue(value))
    return { passed: false, text: `“${value}” is written to suit somebody: only “${plainValue(value)}” counts.` };
  if (!agrees(note && plainValue(note), value))
    return { passed: false, text: `The record has “${value}” from ${from}, and you noted “${note}”.` };
  return { passed: true, text: `“${value}” came from ${from}. Compare it with what you know of it.` };
}

/**
 * @param {DrawRecord} record
 * @returns {Check}
 */
function orderCheck(record) {
  const at = (/** @type {keyof DrawRecord} */ key) => Date.parse(String(record[key]));
  const wrong = [
    at("committed_at") >= at("closes_at") && "the house committed after entries closed",
    at("closed_at") < at("closes_at") && "the list was closed before the time in the terms",
    at("given_at") < at("closed_at") && "chance from outside was given before the list was closed",
    at("drawn_at") < at("given_at") && "the prize was drawn before chance from outside was given",
  ].filter(Boolean);
  return wrong.length
    ? { passed: false, text: `Wrong order: ${wrong.join(", ")}.` }
    : { passed: true, text: "The house committed, the list was closed, chance was added and the prize was drawn, in this order." };
}

/**
 * @param {DrawRecord} record
 * @param {number} above
 * @returns {Check}
 */
function scrutineerCheck({ scrutineer, drawn_by: by, prize_value: value, outside, given_by: giver, rank }, above) {
  const isSame = (/** @type {string} */ one, /** @type {string} */ other) => one.toLowerCase() === other.toLowerCase();
  if (outside === "scrutineer" && isSame(giver, by))
    return { passed: false, text: `${giver} gave the numbers and ran the draw.` };
  if (outside === "scrutineer" && rank === 1 && !isSame(giver, scrutineer ?? ""))
    return { passed: false, text: `${giver} gave the numbers, not the scrutineer.` };
  if (scrutineer && isSame(scrutineer, by))
    return { passed: false, text: `${scrutineer} ran the draw and cannot oversee it.` };
  if (!scrutineer && Math.round(Number(value) * 100) > above)
    return { passed: false, text: "A prize of this value needs a scrutineer." };
  return { passed: true, text: scrutineer ? `${scrutineer} oversaw the draw.` : "A prize of this value needs no scrutineer." };
}

/**
 * @param {DrawRecord} record
 * @returns {Promise<Check>}
 */
async function winnerCheck(record) {
  const due = await drawnEntry(record);
  if (due === null) return { passed: false, text: "There are fewer players than draws." };
  return due.entry === record.winner && due.code === record.code
    ? { passed: true, text: `List, secret and chance lead to entry ${due.entry}.` }
    : { passed: false, text: `List, secret and chance lead to entry ${due.entry}, not to entry ${record.winner}.` };
}
