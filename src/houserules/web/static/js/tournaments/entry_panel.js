/** A player's own entry: the steps to get in, the seat, and whatever else is theirs to do now. */

import { post } from "../kit/api.js";
import { timeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { titledDialog } from "../kit/dialog.js";
import { money } from "../kit/money.js";
import { clauseLink, PageCommands } from "../kit/page_commands.js";
import { standingText } from "./words.js";

/**
 * @typedef {import("./words.js").TournamentAnswer} TournamentAnswer
 * @typedef {{answer: TournamentAnswer, me: string | null}} Entrance
 * @typedef {NonNullable<TournamentAnswer["view"]["mine"]>} Mine
 * @typedef {{says: string, done: boolean, act: HTMLElement | null, hint?: string}} Step
 */

/** @type {Record<Mine["status"], string>} */
const STATES = {
  applied: "You have applied.",
  accepted: "You are in the tournament.",
  refused: "Your application was refused.",
  withdrawn: "You have withdrawn.",
  lapsed: "Your entry lapsed when entries closed.",
  eliminated: "You are out of the tournament.",
  disqualified: "You are disqualified.",
};
/**
 * How the player stands: the place, once there is one, and whether the tournament is over for the player.
 * @param {TournamentAnswer["view"]} view
 * @param {Mine} mine
 * @param {string} me
 */
function entryState(view, { status }, me) {
  const standing = status === "accepted" || status === "eliminated" ? standingText(view, me) : null;
  if (standing === null) return STATES[status];
  return status === "eliminated" && view.phase !== "finished" ? `${standing} ${STATES.eliminated}` : standing;
}

const CHARACTERS = { form: 1000, dispute: 500 };

/**
 * @param {string} term
 * @param {string} says
 */
const fact = (term, says) => h("div", {}, h("dt", {}, term), h("dd", {}, says));

/**
 * Whether a player who is in has to receive or agree to new conditions.
 * @param {Mine | null} mine
 */
const hasCopyDue = (mine) =>
  mine !== null && mine.status === "accepted" && (!mine.has_copy || mine.agreement_due);

/**
 * Among how many players the seat draw that is open can be cut; 0: none is.
 * @param {TournamentAnswer} answer
 */
function cutRange({ view }) {
  const open = view.stages.find((each) => each.status === "being drawn" && each.draw);
  const entrants = /** @type {unknown} */ (open?.draw?.entrants);
  return Array.isArray(entrants) ? entrants.length : 0;
}

/** @param {Mine} mine */
const disputes = (mine) =>
  h(
    "ul",
    { class: "disputes" },
    mine.disputes.map(({ about, decision, decided_by: by, raised_at: at }) =>
      h(
        "li",
        { class: "dispute" },
        h("p", {}, about, h("span", { class: "hint" }, ` ${timeText(at)}`)),
        h("p", {}, decision === null ? "Not decided yet." : `Decided by ${by}: ${decision}`),
      ),
    ),
  );

/** Only what changes is drawn again, so that nobody loses what they are typing. */
export class EntryPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../kit/page_commands.js").About} about
   */
  constructor(place, about) {
    const said = h("div", { role: "alert" });
    this.commands = new PageCommands(about, said);
    this.body = h("div", { class: "entry-body" });
    fill(place, h("h2", { id: "h-entry" }, "Your entry"), this.body, said);
    this.shown = "";
  }

  /** @param {Entrance} entrance */
  show(entrance) {
    const { view, kind } = entrance.answer;
    const { phase, may, mine, version, starts, withdraw_until } = view;
    const isLate = withdraw_until !== null && entrance.answer.now / 1000 > withdraw_until;
    const state = JSON.stringify([
      phase, may, mine, version, starts, withdraw_until, isLate, kind, entrance.me,
      cutRange(entrance.answer), entrance.me !== null && standingText(view, entrance.me),
    ]);
    if (state === this.shown) return;
    this.shown = state;
    fill(this.body, this.#content(entrance));
  }

  /** @param {Entrance} entrance */
  #content(entrance) {
    const { answer, me } = entrance;
    const { view } = answer;
    if (me === null) return this.#newcomer(entrance);
    const { mine } = view;
    if (mine === null && !view.may.includes("apply-for-entry"))
      return h("p", {}, view.phase === "entries" ? "Nobody else can enter now." : "You did not enter.");
    return [
      mine && h("p", { class: "entry-state" }, entryState(view, mine, me), mine.reason && ` ${mine.reason}`, " ", clauseLink(view.rulebook, mine.clause)),
      mine?.seat && this.#seat(answer, mine.seat),
      view.phase === "entries" || hasCopyDue(mine) ? this.#steps(entrance) : null,
      this.#others(entrance),
    ];
  }

  /** @param {Entrance} entrance */
  #newcomer({ answer }) {
    if (answer.view.phase !== "entries") return h("p", {}, "Sign in to see your own entry and seat.");
    const next = encodeURIComponent(location.pathname);
    const guest = async () => {
      if (await this.commands.attempt(() => post("/api/guest"))) location.reload();
    };
    return [
      h("p", {}, "Entries are open."),
      h(
        "p",
        { class: "row" },
        answer.kind === "practice" &&
          h("button", { type: "button", class: "button primary", "data-key": "guest", onclick: guest }, "Enter as a guest"),
        h("a", { class: answer.kind === "practice" ? "button" : "button primary", href: `/sign-in?next=${next}` }, "Sign in"),
        h("a", { class: "button", href: `/sign-up?next=${next}` }, "Sign up"),
      ),
      answer.kind === "practice" && h("p", { class: "hint" }, "The fee is paid in practice chips, which have no value."),
    ];
  }

  /**
   * @param {TournamentAnswer} answer
   * @param {NonNullable<Mine["seat"]>} seat
   */
  #seat(answer, seat) {
    const running = seat.status === "running";
    return h(
      "div",
      { class: "my-seat" },
      h("h3", {}, "My seat"),
      h(
        "dl",
        { class: "cup-facts" },
        fact("Session", String(seat.session)),
        fact("Table", seat.table),
        fact("Box", String(seat.box)),
        fact("Starts", running ? "now: it is being played" : timeText(seat.starts)),
      ),
      h(
        "p",
        { class: "row" },
        h("a", { class: `button${running ? " primary" : ""}`, href: `/tables/${encodeURIComponent(seat.table)}` }, "Go to the table"),
        answer.view.may.includes("pay-buy-in") &&
          this.commands.button("pay-buy-in", `Pay the buy-in, ${money(seat.buy_in_due)}`, { primary: true }),
      ),
      seat.buy_in_due > 0 &&
        h("p", { class: "hint" }, "Without the buy-in when the session starts you are eliminated, and the entry fee is kept."),
    );
  }

  /** @param {Entrance} entrance */
  #steps({ answer }) {
    const steps = this.#allSteps(answer);
    return h(
      "ol",
      { class: "steps" },
      steps.map(({ says, done, act, hint }) =>
        h(
          "li",
          { class: done ? "step is-done" : "step" },
          h("p", { class: "step-name" }, done ? `✓ ${says}` : says, done && h("span", { class: "unseen" }, ", done")),
          !done && hint && h("p", { class: "hint" }, hint),
          !done && act,
        ),
      ),
    );
  }

  /**
   * @param {TournamentAnswer} answer
   * @returns {Step[]}
   */
  #allSteps({ view, tournament }) {
    const { mine, may } = view;
    const terms = /** @type {{entry?: {agreement_in_writing?: boolean, application_form?: string}, entry_fee?: string}} */ (
      view.conditions
    );
    const has = mine !== null && ["applied", "accepted", "eliminated"].includes(mine.status);
    const fee = mine?.fee_due ?? 0;
    const hasFee = Number(terms.entry_fee ?? 0) > 0;
    /** @type {(name: string, act: () => HTMLElement) => HTMLElement | null} */
    const ifMay = (name, act) => (may.includes(name) ? act() : null);
    const steps = [
      {
        says: "Apply",
        done: has,
        act: ifMay("apply-for-entry", () => this.#application(terms.entry?.application_form ?? "")),
      },
      {
        says: "Receive the conditions",
        done: has && mine.has_copy,
        hint: "The copy is yours to keep. You receive a new one when the conditions change.",
        act: ifMay("give-conditions", () => this.#copy(tournament)),
      },
    ];
    if (terms.entry?.agreement_in_writing)
      steps.push({
        says: "Agree in writing",
        done: has && !mine.agreement_due,
        hint: "First receive the conditions.",
        act: ifMay("agree-to-conditions", () => this.#signature()),
      });
    if (view.phase !== "entries") return steps;
    steps.push({
      says: "Be accepted",
      done: mine?.status === "accepted",
      hint: "The Tournament Manager decides on applications.",
      act: null,
    });
    if (hasFee)
      steps.push({
        says: "Pay the entry fee",
        done: mine?.status === "accepted" && fee === 0,
        hint: "Pay before entries close; otherwise you do not play.",
        act: ifMay("pay-entry-fee", () => this.commands.button("pay-entry-fee", `Pay ${money(fee)}`, { primary: true })),
      });
    return steps;
  }

  /** @param {string} formName */
  #application(formName) {
    const text = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { class: "input", id: "application", rows: 3, maxlength: CHARACTERS.form, required: true })
    );
    const entitled = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "entitled" }));
    return this.commands.form(
      "apply-for-entry",
      "Apply",
      () => ({ form: text.value, entitled: entitled.checked }),
      h(
        "div",
        { class: "field" },
        h("label", { for: "application" }, `Application form${formName && `: ${formName}`}`),
        text,
        h("p", { class: "hint" }, "Write what the form asks for; only staff read it."),
      ),
      h("label", { class: "check" }, entitled, "I may enter the casino and gamble there."),
    );
  }

  /** @param {string} tournament */
  #copy(tournament) {
    return h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: "#conditions" }, "Read them"),
      h("a", { class: "button", href: `/tournaments/${encodeURIComponent(tournament)}/conditions.pdf` }, "PDF"),
      this.commands.button("give-conditions", "I have my copy", { primary: true, fields: { how: "on the page" } }),
    );
  }

  #signature() {
    const name = /** @type {HTMLInputElement} */ (
      h("input", { class: "input", id: "signature", maxlength: 100, autocomplete: "name", required: true })
    );
    return this.commands.form(
      "agree-to-conditions",
      "Agree",
      () => ({ signature: name.value }),
      h(
        "div",
        { class: "field" },
        h("label", { for: "signature" }, "Sign with your name"),
        name,
        h("p", { class: "hint" }, "You agree to the rules and to these conditions."),
      ),
    );
  }

  /**
   * What may come at any time: cut the draw, buy back, withdraw, dispute.
   * @param {Entrance} entrance
   */
  #others({ answer }) {
    const { view } = answer;
    const price = /** @type {{buy_back?: {price?: string}}} */ (view.conditions).buy_back?.price;
    return [
      view.may.includes("cut-seat-draw") && this.#cut(cutRange(answer)),
      view.may.includes("buy-back") &&
        h("p", { class: "row" }, this.commands.button("buy-back", `Buy back in, $${price}`, { primary: true })),
      view.mine && view.mine.disputes.length > 0 && disputes(view.mine),
      view.may.includes("raise-entry-dispute") && this.#dispute(),
      view.may.includes("withdraw-entry") && this.#withdrawal(answer),
    ];
  }

  /** @param {number} players */
  #cut(players) {
    const place = /** @type {HTMLInputElement} */ (
      h("input", { class: "input", id: "cut", type: "number", min: 0, max: players - 1, value: Math.floor(players / 2), required: true })
    );
    return this.commands.form(
      "cut-seat-draw",
      "Cut",
      () => ({ position: Number(place.value) }),
      h(
        "div",
        { class: "field" },
        h("label", { for: "cut" }, "Cut the seat draw"),
        place,
        h("p", { class: "hint" }, `The order of ${players} players is sealed. So many go from its top to its bottom, 0 to ${players - 1}. Nobody has seen it.`),
      ),
    );
  }

  #dispute() {
    const about = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { class: "input", id: "dispute", rows: 3, maxlength: CHARACTERS.dispute, required: true })
    );
    return h(
      "details",
      { class: "entry-more" },
      h("summary", {}, "Raise a dispute"),
      this.commands.form(
        "raise-entry-dispute",
        "Raise it",
        () => ({ about: about.value }),
        h(
          "div",
          { class: "field" },
          h("label", { for: "dispute" }, "What it is about"),
          about,
          h("p", { class: "hint" }, "The tournament waits until the Tournament Manager has decided; that decision is final."),
        ),
      ),
    );
  }

  /** @param {TournamentAnswer} answer */
  #withdrawal({ view, now }) {
    const until = view.withdraw_until;
    const inTime = until !== null && now / 1000 <= until;
    const kept = inTime || view.mine?.status === "applied";
    const says = kept
      ? "You get the entry fee back if you have paid it."
      : "The period for withdrawing is over: the entry fee is kept.";
    const ask = () => {
      const { dialog, title, body } = titledDialog("withdraw-title");
      dialog.addEventListener("close", () => dialog.remove());
      title.textContent = "Withdraw from the tournament?";
      const yes = async () => (dialog.close(), this.commands.give("withdraw-entry"));
      fill(
        body,
        h("p", {}, says),
        h("p", { class: "row" }, h("button", { type: "button", class: "button danger", "data-key": "withdraw", onclick: yes }, "Withdraw")),
      );
      dialog.showModal();
    };
    return h(
      "div",
      { class: "entry-more" },
      h("button", { type: "button", class: "button quiet danger", "data-key": "withdraw-entry", onclick: ask }, "Withdraw…"),
      h("p", { class: "hint" }, inTime && until !== null ? `Without penalty until ${timeText(until)}.` : says),
    );
  }
}
