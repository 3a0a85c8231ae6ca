/** Shows what happens in its order and at a pace that people can follow; then the state as the server has it. */

import { PAUSES, afterEvent } from "./animation.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./connection.js").News} News
 * @typedef {{show: (shown: Shown, how: {moving: boolean}) => void, tell: (event: TableEvent) => void, settled: (shown: Shown) => void}} Audience
 */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** News that wait: from so many on nothing is drawn out. */
const BEHIND = 3;

export class Stage {
  /** @param {Audience} audience */
  constructor(audience) {
    this.audience = audience;
    /** @type {News[]} */
    this.waiting = [];
    this.playing = false;
    /** @type {Shown | null} */
    this.shown = null;
  }

  /** @param {News} news */
  async take(news) {
    this.waiting.push(news);
    if (this.playing) return;
    this.playing = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.#play(next);
    this.playing = false;
    if (this.shown) this.audience.settled(this.shown);
  }

  /** @param {News} news */
  async #play({ events, table, mine }) {
    let shown = this.shown;
    if (shown === null || events === null) {
      const same = shown?.table.rounds === table.rounds;
      return this.#show({ table, mine, payments: same ? (shown?.payments ?? []) : [] }, false);
    }
    for (const event of events) {
      const next = afterEvent(shown, event, table);
      this.audience.tell(event);
      if (next === shown) continue;
      shown = next;
      const pause = this.#pause(event);
      if (pause) this.#show(shown, true);
      await passed(pause);
    }
    this.#show({ table, mine, payments: shown.payments }, false);
  }

  /** @param {TableEvent} event */
  #pause(event) {
    if (STILL.matches || document.hidden || this.waiting.length >= BEHIND) return 0;
    return PAUSES[event.name] ?? 0;
  }

  /**
   * @param {Shown} shown
   * @param {boolean} moving
   */
  #show(shown, moving) {
    this.shown = shown;
    this.audience.show(shown, { moving });
  }
}

/** @param {number} milliseconds */
function passed(milliseconds) {
  return milliseconds ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : undefined;
}
