/** Says aloud, to those who listen, what others see; several things at once become one sentence after another. */

import { need } from "../kit/dom.js";

export class Announcer {
  constructor() {
    this.region = need("#said");
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** @param {string} text */
  say(text) {
    this.waiting.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.region.textContent = this.waiting.join(" ");
      this.waiting = [];
    }, 120);
  }
}
