/** Commands to the table: given, answered, and seen on this page before the next is thought of. */

import { Refusal } from "../kit/api.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./connection.js").News} News
 */

/** Milliseconds after which an update that does not come is not waited for any longer. */
const PATIENCE = 3000;

export class TableCommands extends EventTarget {
  /**
   * @param {import("./connection.js").TableConnection} live
   * @param {import("./hints.js").Hints} hints
   */
  constructor(live, hints) {
    super();
    this.live = live;
    this.hints = hints;
    /** @type {News | null} */
    this.latest = null;
  }

  /** Whether anything has been heard of the table. */
  get knows() {
    return this.latest !== null;
  }

  /** @param {News} news */
  hear(news) {
    this.latest = news;
    this.dispatchEvent(new Event("heard"));
  }

  /** Return the state as the server has it, whatever of it is on the screen by now. @returns {Shown} */
  now() {
    if (!this.latest) throw new Error("no state of the table has arrived yet");
    return { table: this.latest.table, mine: this.latest.mine, payments: [] };
  }

  /**
   * Return a command; a refusal is shown. What it did has been heard when this is done.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<boolean>} false: refused
   */
  async give(name, fields = {}) {
    try {
      await this.reach(await this.live.command(name, fields));
      return true;
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      this.hints.refused(no);
      return false;
    }
  }

  /** Wait until a position has been heard of. @param {number} position */
  async reach(position) {
    const late = AbortSignal.timeout(PATIENCE);
    while ((this.latest?.position ?? 0) < position && !late.aborted) {
      await new Promise((resolve) => {
        this.addEventListener("heard", resolve, { once: true });
        late.addEventListener("abort", resolve, { once: true });
      });
    }
  }
}
