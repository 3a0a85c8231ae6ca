/** Commands that a player gives on a page, and what is said to them: a refusal stands with its clause. */

import { Refusal, newCommandId, post } from "./api.js";
import { fill, h } from "./dom.js";

/**
 * What the commands are given to.
 * @typedef {`/api/tournaments/${string}` | `/api/promotions/${string}`} Path
 * @typedef {{path: Path, rulebook: string, kind: "practice" | "live", refresh: () => Promise<void>}} About
 */

/**
 * A clause that leads to the rulebook; nothing where there is none.
 * @param {string} rulebook
 * @param {string | null | undefined} clause
 */
export const clauseLink = (rulebook, clause) =>
  clause
    ? h("a", { class: "clause", href: `/rules/${rulebook}#c-${clause}` }, clause.split("/").at(-1) ?? "")
    : null;

/** Buttons and forms for one tournament or promotion, with a place for what was refused. */
export class PageCommands {
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
   * Give a command, and show the page after it; return whether it was carried out.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  async give(name, fields = {}) {
    const path = `${this.about.path}/commands`;
    const send = () => post(path, { do: name, id: newCommandId(), ...fields });
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
    return done;
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
