/** Commands that a player gives a tournament, and what it says to them: a refusal stands with its clause. */

import { Refusal, post } from "../kit/api.js";
import { fill, h } from "../kit/dom.js";

/** @typedef {{tournament: string, rulebook: string, kind: "practice" | "live", refresh: () => Promise<void>}} About */

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("-");

/**
 * A clause that leads to the rulebook; nothing where there is none.
 * @param {string} rulebook
 * @param {string | null | undefined} clause
 */
export const clauseLink = (rulebook, clause) =>
  clause
    ? h("a", { class: "clause", href: `/rules/${rulebook}#c-${clause}` }, clause.split("/").at(-1) ?? "")
    : null;

/** Buttons and forms for one tournament, with a place for what was refused. */
export class TournamentCommands {
  /**
   * @param {About} about
   * @param {HTMLElement} said
   */
  constructor(about, said) {
    this.about = about;
    this.said = said;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {{primary?: boolean, fields?: Record<string, unknown>}} [how]
   */
  button(name, text, { primary = false, fields = {} } = {}) {
    const click = () => void this.give(name, fields);
    const style = `button${primary ? " primary" : ""}`;
    return h("button", { type: "button", class: style, "data-key": name, onclick: click }, text);
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => Record<string, unknown>} read
   * @param {...HTMLElement} fields
   */
  form(name, text, read, ...fields) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.give(name, read());
    };
    return h(
      "form",
      { onsubmit: submit },
      fields,
      h("button", { class: "button primary", "data-key": name }, text),
    );
  }

  /**
   * Give a command, and show the tournament after it.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  async give(name, fields = {}) {
    const path = `/api/tournaments/${encodeURIComponent(this.about.tournament)}/commands`;
    const send = () => post(path, { do: name, id: newId(), ...fields });
    const done = await this.attempt(async () => {
      try {
        await send();
      } catch (no) {
        if (!(no instanceof Refusal && no.code === "wallet.short")) throw no;
        if (this.about.kind !== "practice") throw no;
        await post("/api/me/wallet/practice-money"); // it is free, as at a practice table
        await send();
      }
    });
    if (done) await this.about.refresh();
  }

  /**
   * Do something, and say what was refused; return whether it was done.
   * @param {() => Promise<unknown>} act
   */
  async attempt(act) {
    fill(this.said);
    try {
      await act();
      return true;
    } catch (no) {
      fill(this.said, this.#refused(no));
      return false;
    }
  }

  /** @param {unknown} no */
  #refused(no) {
    if (!(no instanceof Refusal))
      return h("p", { class: "note bad" }, "That did not work. Try again.");
    return h(
      "p",
      { class: "note bad" },
      `${no.detail} `,
      clauseLink(this.about.rulebook, no.clause),
    );
  }
}
