/** A document as a form or as text, checked as you type: what the editors of tournaments and promotions share. */

import { Refusal } from "../kit/api.js";
import { need } from "../kit/dom.js";
import { printedClause } from "./clause_text.js";

/** @typedef {"form" | "text"} Mode */

const PAUSE = 300;
const text = /** @type {HTMLTextAreaElement} */ (need("#text"));

/** @param {string} id */
export const field = (id) => /** @type {HTMLInputElement} */ (need(id));

/** @param {HTMLElement} place @param {string} says @param {string} style */
export function say(place, says, style) {
  place.className = style;
  if (place.textContent !== says) place.textContent = says;
}

/**
 * Say why the document could not be saved.
 * @param {unknown} no
 */
export function sayRefused(no) {
  if (!(no instanceof Refusal)) throw no;
  const said = need("#save-said");
  const clause = no.clause ? ` (${printedClause(no.clause)})` : "";
  say(said, `${no.detail.replace(/\.$/, "")}${clause}.`, "note bad");
  said.hidden = false;
}

/** Switches between form and text, and checks once typing pauses; an answer that comes too late is dropped. */
export class DocumentEditor {
  /** @type {Mode} */
  mode = "form";
  /** How many checks have begun. */
  turn = 0;
  /** Whether the document, as it stands, could be read. */
  #readable = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {{
   *   ask: (text: string | null) => Promise<() => void>,
   *   malformed: (where: string, detail: string) => string,
   *   open: () => void,
   *   written: () => string,
   *   switched?: (mode: Mode) => void,
   * }} parts How to ask the server about the document or its text, and then show the answer; mark what cannot be
   *   read, and say it; fill the form; write the text
   */
  constructor(parts) {
    this.parts = parts;
    text.addEventListener("input", () => this.later());
    for (const each of document.querySelectorAll("[data-mode]"))
      each.addEventListener("click", () => void this.#show(/** @type {Mode} */ (each.getAttribute("data-mode"))));
  }

  /** Check as soon as typing pauses. */
  later() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.check(), PAUSE);
  }

  /** Check now. */
  async check() {
    clearTimeout(this.#waiting);
    const mine = ++this.turn;
    try {
      const show = await this.parts.ask(this.mode === "text" ? text.value : null);
      if (mine !== this.turn) return;
      this.#readable = true;
      show();
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      if (mine !== this.turn) return;
      this.#readable = false;
      const where = (no.where ?? "").replace(/^body\.(conditions|document)\.?/, "");
      say(need("#checked"), this.parts.malformed(where, no.detail), "note bad");
    }
  }

  /** Check before saving; throw a Refusal if the document cannot be read. */
  async checkToSave() {
    await this.check();
    if (!this.#readable) throw new Refusal({ code: "request.invalid", detail: "Correct first what cannot be read." });
  }

  /** Show a document that was just opened. */
  open() {
    text.value = this.parts.written();
    this.parts.open();
    void this.check();
  }

  /** @param {Mode} wanted */
  async #show(wanted) {
    if (wanted === this.mode) return;
    if (wanted === "form") {
      await this.check();
      if (!this.#readable) return;
    }
    this.mode = wanted;
    if (wanted === "text") text.value = this.parts.written();
    else this.open();
    need("#as-form").hidden = wanted !== "form";
    need("#as-text").hidden = wanted !== "text";
    this.parts.switched?.(wanted);
    for (const each of document.querySelectorAll("[data-mode]"))
      each.setAttribute("aria-pressed", String(each.getAttribute("data-mode") === wanted));
  }
}
