/** A player's own part of a promotion: entries and how each was earned, prizes, claims, disputes. */

import { dateTimeText, timeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { clauseLink, PageCommands } from "../kit/page_commands.js";
import { asSentence, prizeName, prizesOf, termOf } from "./words.js";

/**
 * @typedef {import("./words.js").PromotionAnswer} PromotionAnswer
 * @typedef {import("./words.js").PromotionView} PromotionView
 * @typedef {import("./words.js").Mine} Mine
 * @typedef {import("./words.js").Entry} Entry
 * @typedef {import("./words.js").WonPrize} WonPrize
 * @typedef {import("./words.js").Claim} Claim
 * @typedef {import("./words.js").Law} Law
 * @typedef {{answer: PromotionAnswer, me: string | null}} Look
 */

/** Entries that are shown at once. */
const SHOWN = 10;
const CHARACTERS = { name: 200, address: 1000, dispute: 1000 };
/** @type {Record<WonPrize["told"][number]["way"], string>} */
const WAYS = {
  "face-to-face": "face to face",
  mail: "by mail",
  telephone: "by telephone",
  email: "by email",
};

/** Only what changes is drawn again, so that nobody loses what they are typing. */
export class MyPart {
  /**
   * @param {HTMLElement} place
   * @param {import("../kit/page_commands.js").About} about
   * @param {Law} law
   */
  constructor(place, about, law) {
    const said = h("div", { role: "alert" });
    this.commands = new PageCommands(about, said);
    this.rulebook = about.rulebook;
    this.law = law;
    this.body = h("div", { class: "entry-body" });
    fill(place, h("h2", { id: "h-mine" }, "My part"), this.body, said);
    this.shown = "";
  }

  /** @param {Look} look */
  show(look) {
    const { view } = look.answer;
    const state = JSON.stringify([view.phase, view.mine, view.may, view.version, look.me]);
    if (state === this.shown) return;
    this.shown = state;
    fill(this.body, this.#content(look));
  }

  /** @param {Look} look */
  #content({ answer, me }) {
    const { view } = answer;
    if (me === null) return this.#newcomer();
    const { mine } = view;
    return [
      mine?.prizes.map((each) => this.#prize(view, each)),
      entries(view, mine),
      mine && mine.claims.length > 0 && this.#claims(view, mine.claims),
      mine && mine.disputes.length > 0 && this.#disputes(mine),
      view.may.includes("claim-prize") && this.#claimForm(view, mine),
      view.may.includes("raise-promotion-dispute") && this.#disputeForm(),
    ];
  }

  #newcomer() {
    const next = encodeURIComponent(location.pathname);
    return [
      h("p", {}, "Sign in to see your entries, and whether you have won."),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button primary", href: `/sign-in?next=${next}` }, "Sign in"),
        h("a", { class: "button", href: `/sign-up?next=${next}` }, "Sign up"),
      ),
    ];
  }

  /**
   * @param {PromotionView} view
   * @param {WonPrize} won
   */
  #prize(view, won) {
    const name = prizeName(view, won.prize);
    if (won.passed_over)
      return h(
        "div",
        { class: "my-prize" },
        h("h3", {}, `Your entry was drawn, and the prize went on: ${name}`),
        h("p", {}, asSentence(won.passed_over)),
      );
    const how = termOf(view, "claim_method");
    const alternative = prizesOf(view)[won.prize]?.cash_alternative;
    return h(
      "div",
      { class: "my-prize won" },
      h("h3", {}, `You have won ${name}`),
      h("p", {}, `It is worth ${money(view.prize_values[won.prize] ?? 0)}. It was drawn on ${dateTimeText(won.drawn_at, { second: undefined })}.`),
      won.told.map(({ at, way }) => h("p", { class: "hint" }, `You were told ${WAYS[way]}, ${timeText(at)}.`)),
      won.paid
        ? h("p", { class: "entry-state" }, paidText(won.paid))
        : [
            how && h("p", {}, `How to claim it: ${asSentence(how)}`),
            alternative && h("p", {}, `You can have $${alternative} in money instead, as the terms say.`),
          ],
    );
  }

  /**
   * @param {PromotionView} view
   * @param {readonly Claim[]} claims
   */
  #claims(view, claims) {
    return h(
      "section",
      {},
      h("h3", {}, "My claims"),
      h(
        "ul",
        { class: "disputes" },
        claims.toReversed().map((each) =>
          h(
            "li",
            { class: "dispute", "data-claim": each.number },
            h("p", {}, `Claim ${each.number} to ${prizeName(view, each.prize)}`, h("span", { class: "hint" }, ` ${timeText(each.at)}, as ${each.name}${each.address ? `, ${each.address}` : ""}`)),
            each.status === "refused" ? this.#refused(each) : h("p", {}, each.status === "met" ? "Met." : each.address ? "Not decided yet." : "Not decided yet. Claim it again to add your address."),
          ),
        ),
      ),
    );
  }

  /** @param {Claim} claim */
  #refused({ reason, refused_at: at, told_at: told, told_how: how }) {
    return [
      h("p", { class: "refused" }, `Refused${at === null ? "" : `, ${timeText(at)}`}: ${asSentence(reason)} `, clauseLink(this.rulebook, this.law.refusal)),
      told !== null && h("p", { class: "hint" }, `You were told ${how}, ${timeText(told)}.`),
      h("p", {}, "If you disagree, raise a dispute below. Whatever the casino decides, you have the right to complain to an inspector. ", clauseLink(this.rulebook, this.law.complaint)),
    ];
  }

  /** @param {Mine} mine */
  #disputes(mine) {
    return h(
      "section",
      {},
      h("h3", {}, "My disputes"),
      h(
        "ul",
        { class: "disputes" },
        mine.disputes.map(({ about, decision, decided_by: by, raised_at: at }) =>
          h(
            "li",
            { class: "dispute" },
            h("p", {}, about, h("span", { class: "hint" }, ` ${timeText(at)}`)),
            decision === null
              ? h("p", {}, "Not decided yet.")
              : h("p", {}, `Decided by ${by}: ${asSentence(decision)} You have the right to complain to an inspector. `, clauseLink(this.rulebook, this.law.complaint)),
          ),
        ),
      ),
    );
  }

  /**
   * @param {PromotionView} view
   * @param {Mine | null} mine
   */
  #claimForm(view, mine) {
    const open = mine?.claims.filter((each) => each.status === "open") ?? [];
    const claimed = new Set(open.filter((each) => each.address).map((each) => each.prize));
    const due = mine?.prizes.find((each) => !each.passed_over && !each.paid && !claimed.has(each.prize));
    const prize = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { class: "select", id: "claim-prize" },
        prizesOf(view).map((_, at) =>
          !claimed.has(at) &&
          h("option", { value: at, selected: at === due?.prize }, prizeName(view, at).replace(/^p/, "P")),
        ),
      )
    );
    const name = /** @type {HTMLInputElement} */ (
      h("input", { class: "input", id: "claim-name", maxlength: CHARACTERS.name, autocomplete: "name", required: true })
    );
    const address = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { class: "input", id: "claim-address", rows: 2, maxlength: CHARACTERS.address, autocomplete: "street-address" })
    );
    const form = this.commands.form(
      "claim-prize",
      "Claim",
      () => ({ prize: Number(prize.value), name: name.value, address: address.value }),
      h("div", { class: "field" }, h("label", { for: "claim-prize" }, "Prize"), prize),
      h("div", { class: "field" }, h("label", { for: "claim-name" }, "Your name"), name),
      h(
        "div",
        { class: "field" },
        h("label", { for: "claim-address" }, "Your address"),
        address,
        h("p", { class: "hint" }, "Only staff in charge of promotions and inspectors read them. They are kept if the claim is refused."),
      ),
    );
    return h("details", { class: "entry-more", open: due !== undefined }, h("summary", {}, "Claim a prize"), form);
  }

  #disputeForm() {
    const about = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { class: "input", id: "dispute", rows: 3, maxlength: CHARACTERS.dispute, required: true })
    );
    return h(
      "details",
      { class: "entry-more" },
      h("summary", {}, "Raise a dispute"),
      this.commands.form(
        "raise-promotion-dispute",
        "Raise it",
        () => ({ about: about.value }),
        h(
          "div",
          { class: "field" },
          h("label", { for: "dispute" }, "What it is about"),
          about,
          h("p", { class: "hint" }, "The casino decides for good. You may complain to an inspector all the same. ", clauseLink(this.rulebook, this.law.complaint)),
        ),
      ),
    );
  }
}

/** @param {NonNullable<WonPrize["paid"]>} paid */
function paidText({ at, goods, cash, cheque, transfer, reference }) {
  const ways = [
    cash > 0 && `${money(cash)} in cash`,
    cheque > 0 && `${money(cheque)} by cheque`,
    transfer > 0 && `${money(transfer)} by transfer`,
  ].filter(Boolean);
  const what = goods ? "You have received it" : `You were paid ${ways.join(", ")}`;
  return `${what}, ${timeText(at)}. Receipt: ${asSentence(reference)}`;
}

/**
 * @param {PromotionView} view
 * @param {Mine | null} mine
 */
function entries(view, mine) {
  const all = mine?.entries ?? [];
  const counted = all.filter((each) => !each.void).length;
  const how = view.criteria
    ? "Play as the terms say, and entries appear here as soon as a round is settled."
    : "The terms say who gets entries, and how.";
  if (all.length === 0)
    return h("p", {}, view.phase === "open" ? `You have no entries yet. ${how}` : view.phase === "draft" ? `Entries can be earned from the start. ${how}` : "You have no entries.");
  const shown = all.toReversed();
  return h(
    "section",
    {},
    h("h3", {}, `My entries: ${counted}`),
    mine && h("p", { class: "hint" }, "Your name is not published. Your entries are on the list as those of player ", h("code", {}, mine.code), "."),
    h("ul", { class: "my-entries" }, shown.slice(0, SHOWN).map(entryItem)),
    shown.length > SHOWN &&
      h(
        "details",
        { class: "entry-more" },
        h("summary", {}, `${shown.length - SHOWN} more`),
        h("ul", { class: "my-entries" }, shown.slice(SHOWN).map(entryItem)),
      ),
  );
}

/** @param {Entry} entry */
function entryItem({ number, at, earned_by: place, reason, void: why }) {
  return h(
    "li",
    { class: why ? "is-void" : null, "data-entry": number },
    h("b", {}, `Entry ${number}`),
    h(
      "span",
      {},
      place
        ? [
            "earned in ",
            h("a", { href: `/history/${encodeURIComponent(place.table)}/${place.round}` }, `round ${place.round} at table ${place.table}`),
            `, box ${place.box}`,
          ]
        : `added by hand: ${reason}`,
      why && h("span", { class: "refused" }, ` Void: ${asSentence(why)}`),
    ),
    h("small", {}, timeText(at)),
  );
}
