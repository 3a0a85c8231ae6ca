/** How long the table still waits: by the server's clock, in a ring and in seconds. */

/** @typedef {import("./types.js").Table} Table */

export class Clock {
  /** @param {(share: number | null, seconds: number | null) => void} tick */
  constructor(tick) {
    this.tick = tick;
    this.ends = 0;
    this.whole = 0;
    this.ahead = 0; // of the server's clock before ours
    setInterval(() => this.#look(), 250);
  }

  /**
   * @param {Table} table
   * @param {number} now the server's
   */
  set(table, now) {
    this.ahead = now - Date.now();
    const ends = table.clock_ends ?? 0;
    if (ends === this.ends) return;
    this.ends = ends;
    this.whole = Math.max(1, ends - now);
    this.#look();
  }

  #look() {
    const left = this.ends - (Date.now() + this.ahead);
    if (!this.ends || left < -2000) return this.tick(null, null);
    this.tick(Math.max(0, Math.min(1, left / this.whole)), Math.max(0, Math.ceil(left / 1000)));
  }
}
