/** The explorer: rounds, entries, shoes and money, by table, person and day. */

import { Refusal, get, getPageData } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { startOfDay, endOfDay } from "../kit/casino_time.js";
import { money, signedMoney } from "../kit/money.js";
import { entryTable, timestamp, roundRow, errorNote } from "./entries.js";

/**
 * @typedef {import("../messages.js").WalletAnswer} Wallet
 * @typedef {{rounds: import("../messages.js").RoundShown[], more_rounds: number,
 *   entries: import("../messages.js").EntryShown[], more_entries: number}} Found
 */

/**
 * Find, and show what was found.
 * @param {{table: string, person: string, day: string}} asked
 */
export async function explore({ table, person, day }) {
  const place = need("#found");
  fill(place, h("p", { class: "hint" }, "Looking…"));
  const query = new URLSearchParams();
  if (table) query.set("table", table);
  if (person) query.set("person", person);
  if (day) {
    query.set("since", String(startOfDay(day) * 1000));
    query.set("until", String(endOfDay(day) * 1000));
  }
  try {
    const [found, shoes, wallet] = await Promise.all([
      /** @type {Promise<Found>} */ (getPageData(`/inspection/found?${query}`)),
      table ? get(`/api/tables/${encodeURIComponent(table)}/shoes`) : [],
      person ? walletOf(person) : null,
    ]);
    fill(
      place,
      roundsSection(found),
      table && shoesSection(table, shoes),
      person && walletSection(person, wallet),
      entriesSection(found),
    );
  } catch (no) {
    fill(place, errorNote(no));
  }
}

/**
 * @param {string} person
 * @returns {Promise<Wallet | null>} null: nobody has that name
 */
async function walletOf(person) {
  try {
    return await get(`/api/wallets/${encodeURIComponent(person)}`);
  } catch (no) {
    if (no instanceof Refusal && no.code === "person.unknown") return null;
    throw no;
  }
}

/** @param {number} more */
const andMore = (more) =>
  more > 0 &&
  h("p", { class: "hint" }, `${more} older results. Narrow the search by table, person or day.`);

/** @param {Found} found */
function roundsSection({ rounds, more_rounds: more }) {
  return h(
    "section",
    {},
    h("h3", {}, "Rounds"),
    rounds.length
      ? h("ol", { class: "rounds" }, rounds.map(roundRow))
      : h(
          "p",
          { class: "empty" },
          "No rounds match. Clear a field to see more.",
        ),
    andMore(more),
  );
}

/**
 * @param {string} table
 * @param {import("../messages.js").ShoeShown[]} shoes
 */
function shoesSection(table, shoes) {
  return h(
    "section",
    {},
    h("h3", {}, "Shoes"),
    shoes.length
      ? h(
          "ol",
          { class: "rounds" },
          shoes.map((each) =>
            h(
              "li",
              { class: "round" },
              h("span", { class: "swatch", "aria-hidden": "true" }),
              h(
                "a",
                { href: `/shoes/${table}/${each.commitment}` },
                each.is_revealed ? "Verify " : "In use: ",
                h("code", {}, each.commitment.slice(0, 16)),
              ),
              h("time", { class: "hint" }, timestamp(each.shuffled)),
              h("span", { class: "hint" }, `from round ${each.first_round}`),
            ),
          ),
        )
      : h(
          "p",
          { class: "empty" },
          "No commitments at this table: it uses real cards, or none have been shuffled yet.",
        ),
  );
}

/**
 * @param {string} person
 * @param {Wallet | null} wallet
 */
function walletSection(person, wallet) {
  if (!wallet)
    return h(
      "p",
      { class: "note" },
      `There is no account named ${person}. The name may still appear in an entry below.`,
    );
  return h(
    "section",
    {},
    h("h3", {}, `Wallet of ${wallet.handle}`),
    h(
      "p",
      { class: "hint" },
      `${money(wallet.balance.chips)} in chips, ${money(wallet.balance.practice)} practice chips.`,
    ),
    wallet.transfers.length > 0 &&
      h(
        "ul",
        { class: "transfers" },
        wallet.transfers.map((each) =>
          h(
            "li",
            {},
            h("b", { class: "number" }, signedMoney(each.amount)),
            ` ${each.money}, ${each.why}, ${each.other}, by ${each.by} `,
            h("span", { class: "hint" }, timestamp(each.at * 1000)),
          ),
        ),
      ),
  );
}

/** @param {Found} found */
function entriesSection({ entries, more_entries: more }) {
  return h(
    "section",
    {},
    h("h3", {}, "Register entries"),
    entries.length
      ? entryTable(entries, "Matching entries")
      : h("p", { class: "empty" }, "No register entries."),
    andMore(more),
  );
}
