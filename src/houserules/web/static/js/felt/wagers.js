/** The wagers of one player: the chip in hand, the amount that is wanted, and the commands that follow. */

import { within } from "../kit/money.js";
import { chipsOf, openTo } from "./state.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./dock/parts.js").Range} Range
 * @typedef {(name: string, fields?: Record<string, unknown>) => Promise<boolean>} Give gives a command; false: refused
 */

export class Wagers {
  /**
   * @param {Info} info
   * @param {Give} give
   * @param {() => Shown} now
   */
  constructor(info, give, now) {
    this.info = info;
    this.give = give;
    this.now = now;
    this.key = `houserules.wager.${info.rulebook}`;
    this.wanted =
      Number(localStorage.getItem(this.key)) ||
      Math.max(info.minimum, info.kind === "practice" ? 2500 : 0);
    this.chip = 2500;
  }

  /** @param {number} value */
  take(value) {
    this.chip = value;
  }

  /** @param {number} amount */
  want(amount) {
    this.wanted = amount;
  }

  /** @param {Shown} shown */
  chips({ mine }) {
    return chipsOf(mine);
  }

  /**
   * Give the box that the amount is for: the own seat, or the one with a wager of mine.
   * @param {Shown} shown
   */
  box({ table }) {
    const seat = table.seats.find((each) => each.player === this.info.me)?.seat ?? null;
    return (
      seat ??
      table.boxes.find((box) => box.bettors.some((each) => each.player === this.info.me))?.number ??
      null
    );
  }

  /**
   * Give the boxes on which I have something.
   * @param {Shown} shown
   */
  lying({ table }) {
    return table.phase === "betting"
      ? table.boxes.filter((box) => box.bettors.some((each) => each.player === this.info.me))
      : [];
  }

  /**
   * Give what I have on a box.
   * @param {Shown} shown
   * @param {number} box
   */
  on(shown, box) {
    return (
      this.lying(shown)
        .find((each) => each.number === box)
        ?.bettors.find((each) => each.player === this.info.me)?.placed ?? 0
    );
  }

  /**
   * Give the amounts that may lie on a box in the end.
   * @param {Shown} shown
   * @param {number} box
   * @returns {Range}
   */
  range(shown, box) {
    const raise = openTo(shown.mine, "raise-wager", { box });
    const place = openTo(shown.mine, "place-wager", { box });
    const lies = this.on(shown, box);
    const { minimum: least, smallest_chip: step } = this.info;
    if (place)
      return { least: place.least ?? least, most: place.most ?? least, step: place.step ?? step };
    const most = raise || lies ? lies + (raise?.most ?? 0) : chipsOf(shown.mine);
    return { least, most: Math.max(least, most - (most % step)), step: raise?.step ?? step };
  }

  /** @param {Shown} shown */
  amount(shown) {
    const box = this.box(shown);
    return (box !== null && this.on(shown, box)) || this.wanted;
  }

  /**
   * Put the chip in hand on a box: a first wager is at least the minimum.
   * @param {number} box
   * @param {number} [value]
   */
  async put(box, value = this.chip) {
    const shown = this.now();
    const raise = openTo(shown.mine, "raise-wager", { box });
    if (raise)
      return this.give("raise-wager", { box, amount: within(value, /** @type {Range} */ (raise)) });
    const range = this.range(shown, box);
    return this.set(box, within(value, range));
  }

  /**
   * Let exactly this amount lie on a box.
   * @param {number} box
   * @param {number} amount
   */
  async set(box, amount) {
    const shown = this.now();
    const lies = this.on(shown, box);
    if (lies === amount) return true;
    if (lies && amount > lies) return this.give("raise-wager", { box, amount: amount - lies });
    if (lies && !(await this.give("withdraw-wager", { box }))) return false;
    const seated = shown.table.seats.some(
      (each) => each.player === this.info.me && each.seat === box,
    );
    return this.give("place-wager", { box, amount, seated });
  }

  /**
   * Put a side wager on a box, or take it back.
   * @param {number} box
   * @param {string} kind
   * @param {string | null} [suit]
   */
  async side(box, kind, suit = null) {
    const shown = this.now();
    const lies = shown.table.boxes
      .find((each) => each.number === box)
      ?.beside.some((each) => each.kind === kind && each.player === this.info.me);
    if (lies) return this.give("withdraw-side-wager", { box, kind });
    if (!this.on(shown, box) && !(await this.set(box, within(this.wanted, this.range(shown, box)))))
      return false;
    const least = this.info.side_wagers.find((each) => each.kind === kind)?.least;
    return this.give("place-side-wager", { box, kind, amount: least, suit });
  }

  /** Take back everything that I have lying there. */
  async takeBack() {
    for (const box of this.lying(this.now())) {
      for (const side of box.beside.filter(
        (each) => each.player === this.info.me && each.kind !== "insurance",
      )) {
        await this.give("withdraw-side-wager", { box: box.number, kind: side.kind });
      }
      await this.give("withdraw-wager", { box: box.number });
    }
  }

  /** Let the wanted amount lie, and be ready for the cards; who is offered the cut cuts in the middle. */
  async deal() {
    const shown = this.now();
    const box = this.box(shown);
    if (box !== null && shown.table.phase !== "playing") {
      const range = this.range(shown, box);
      const amount = within(this.wanted, range);
      localStorage.setItem(this.key, String(amount));
      if (!(await this.set(box, amount))) return;
    }
    const cut = openTo(this.now().mine, "cut-cards");
    if (cut && !(await this.give("cut-cards", { depth: cut.depth }))) return;
    await this.give("be-ready");
  }
}
