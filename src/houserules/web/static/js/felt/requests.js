/** What a player may ask of the house beside playing: disputes, the rules, the cards, chips. */

import { Refusal } from "../kit/api.js";
import { titledDialog } from "../kit/dialog.js";
import { fill, h, need } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { amountField } from "./dock/controls.js";
import { disputeText, disputesSection } from "./disputes.js";
import { chipsOf, tokensOf } from "./table_queries.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Payment} Payment
 */

export class Requests {
  /**
   * @param {Info} info
   * @param {import("./commands.js").TableCommands} commands
   * @param {{bring: () => void}} acts
   */
  constructor(info, commands, acts) {
    this.info = info;
    this.commands = commands;
    this.acts = acts;
    const { dialog, title, body } = titledDialog("requests-title", "requests");
    title.textContent = "Ask the house";
    this.dialog = dialog;
    this.body = body;
    this.about = "";
    this.said = h("p", { class: "note", role: "status", hidden: true });
    /** @type {Map<number, number> | null} decisions that were seen, by dispute */
    this.seen = null;
    this.rendered = "";
    this.button = need("#requests");
    this.button.addEventListener("click", () => this.open());
  }

  /** @param {string} [about] what a dispute is about */
  open(about = "") {
    this.about = about;
    this.said.hidden = true;
    this.render();
    if (!this.dialog.open) this.dialog.showModal();
    if (about && this.info.disputes) need("#dispute-about", this.body).focus();
  }

  /** Dispute what was paid. @param {Payment} payment */
  dispute(payment) {
    this.open(disputeText(payment, this.commands.now().table.rounds));
  }

  /** Open the form for a payment of an earlier round, if that is what somebody came for. */
  arrive() {
    const about = new URLSearchParams(location.search).get("dispute");
    if (!about) return;
    history.replaceState(null, "", location.pathname);
    this.open(about.slice(0, 200));
  }

  /**
   * Keep what is shown true, and tell of a decision as soon as there is one.
   * @param {Shown} shown
   */
  show({ table, mine }) {
    const here = table.seats.some((each) => each.player === this.info.me);
    this.button.hidden = !here && !mine.disputes.length;
    const waiting = mine.disputes.some((each) => each.may_accept || each.may_ask_review);
    this.button.classList.toggle("has-news", waiting);
    this.#tell(mine.disputes);
    if (this.dialog.open && this.rendered !== JSON.stringify([mine.disputes, mine.purses]))
      this.#again();
  }

  /** Render the new state; what somebody is writing stays, and so does the keyboard. */
  #again() {
    const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key ?? "";
    const text = /** @type {HTMLTextAreaElement | null} */ (
      this.body.querySelector("#dispute-about")
    );
    this.about = text?.value ?? "";
    this.render();
    const same = held && this.body.querySelector(`[data-key="${CSS.escape(held)}"]`);
    if (same) /** @type {HTMLElement} */ (same).focus({ preventScroll: true });
  }

  /** @param {import("./types.js").Dispute[]} disputes */
  #tell(disputes) {
    const before = this.seen;
    this.seen = new Map(disputes.map((each) => [each.dispute, each.decisions.length]));
    if (before === null) return;
    const fresh = disputes.filter(
      (each) => each.decisions.length > (before.get(each.dispute) ?? 0),
    );
    for (const each of fresh) {
      const last = each.decisions[each.decisions.length - 1];
      this.commands.hints.say(`Your dispute has been decided: ${last.says}`, "good");
    }
    if (fresh.length) this.said.hidden = true;
  }

  render() {
    const shown = this.commands.now();
    this.rendered = JSON.stringify([shown.mine.disputes, shown.mine.purses]);
    fill(
      this.body,
      this.said,
      this.info.disputes && disputesSection(shown.mine.disputes, this.ask, this.about),
      this.#rules(),
      this.#cards(),
      shown.table.session === null && this.#chips(shown), // tournament chips stay on the table
    );
  }

  /**
   * Return a command, and say in the dialog what became of it.
   * @param {string} name
   * @param {Record<string, unknown>} fields
   * @param {string} done
   */
  ask = async (name, fields, done) => {
    try {
      const position = await this.commands.live.command(name, fields);
      await this.commands.reach(position);
      this.about = "";
      this.#say(done, "");
      this.render();
      return true;
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      this.#say(`${no.detail}${no.clause ? ` (${no.clause})` : ""}`, "bad");
      return false;
    }
  };

  /**
   * @param {string} text
   * @param {string} tone
   */
  #say(text, tone) {
    this.said.hidden = false;
    this.said.className = `note ${tone}`;
    this.said.textContent = text;
  }

  #rules() {
    const { document: attached, rulebook, table } = this.info;
    const path = `/rules/${rulebook}/document?table=${encodeURIComponent(table)}`;
    const read = async () => {
      const opened = window.open("", "_blank");
      const asked = await this.ask("ask-for-rules", {}, "The approved document is open.");
      if (asked && opened) opened.location.assign(path);
      else opened?.close();
    };
    const request = () => void this.ask("ask-for-rules", {}, "Staff will show you a copy.");
    return h(
      "section",
      { "aria-labelledby": "rules-title" },
      h("h3", { id: "rules-title" }, "The rules"),
      h(
        "p",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "button",
            "data-key": "ask-for-rules",
            onclick: attached ? () => void read() : request,
          },
          attached ? "Read the approved rules" : "Ask for a copy of the rules",
        ),
      ),
    );
  }

  #cards() {
    /** @type {[string, string, string][]} */
    const asks = [
      ["ask-for-riffle", "Ask for a riffle", "A casino supervisor will decide."],
      ["ask-to-see-burned-card", "Ask to see the burned card", "The dealer will show it."],
    ];
    return h(
      "section",
      { "aria-labelledby": "cards-title" },
      h("h3", { id: "cards-title" }, "The cards"),
      h(
        "p",
        { class: "row" },
        asks.map(([name, label, done]) =>
          h(
            "button",
            {
              type: "button",
              class: "button",
              "data-key": name,
              onclick: () => void this.ask(name, {}, done),
            },
            label,
          ),
        ),
      ),
    );
  }

  /** @param {Shown} shown */
  #chips({ mine }) {
    const held = chipsOf(mine);
    const tokens = tokensOf(mine);
    const chip = this.info.smallest_chip;
    const range = { least: Math.min(chip, held), most: held, step: chip };
    const take = () => {
      const amount = field.value();
      if (amount !== null)
        void this.ask("take-chips", { amount }, `You took ${money(amount)} off the table.`);
    };
    const field = amountField({
      label: "Take off the table",
      key: "take-amount",
      range,
      value: held,
      entered: take,
    });
    return h(
      "section",
      { "aria-labelledby": "chips-title" },
      h("h3", { id: "chips-title" }, "Your chips"),
      tokens > 0 && h("p", {}, `You also hold ${money(tokens)} in promotional tokens.`),
      mine.debts?.map((each) =>
        h(
          "p",
          { class: "note bad" },
          `You owe the house ${money(each.amount)} `,
          h("span", { class: "clause" }, each.clause),
        ),
      ),
      held > 0 &&
        h(
          "div",
          { class: "acts" },
          field.element,
          h(
            "button",
            { type: "button", class: "button", "data-key": "take-chips", onclick: take },
            "Take chips",
          ),
        ),
      h(
        "p",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button", "data-key": "bring-more", onclick: this.acts.bring },
          "Bring more chips",
        ),
      ),
    );
  }
}
