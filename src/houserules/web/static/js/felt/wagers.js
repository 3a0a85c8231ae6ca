/** The wagers of one player: the chip in hand, the amount that is wanted, and the commands that follow. */

import { clampToRange } from "../kit/money.js";
import { chipsOf, openTokenCommand, openCommand, tokensOf } from "./table_queries.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./dock/controls.js").Range} Range
 * @typedef {(name: string, fields?: Record<string, unknown>) => Promise<boolean>} Give gives a command; false: refused
 */

/** Name tokens in a command only where there are any. @param {number} tokens */
const ofTokens = (tokens) => (tokens ? { tokens } : {});

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
    /** How much of a wager is to be in promotional tokens. */
    this.inTokens = 0;
  }

  /** @param {number} amount */
  wantTokens(amount) {
    this.inTokens = amount;
  }

  /**
   * Return how much of an amount goes down in tokens.
   * @param {Shown} shown
   * @param {number} amount
   */
  tokensOf({ mine }, amount) {
    return Math.min(this.inTokens, tokensOf(mine), amount);
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
   * Return the box that the amount is for: your own seat, or the one with your wager.
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
   * Return the boxes on which I have something.
   * @param {Shown} shown
   */
  lying({ table }) {
    return table.phase === "betting"
      ? table.boxes.filter((box) => box.bettors.some((each) => each.player === this.info.me))
      : [];
  }

  /**
   * Return what I have on a box.
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
   * Return the amounts that may lie on a box in the end.
   * @param {Shown} shown
   * @param {number} box
   * @returns {Range}
   */
  range(shown, box) {
    const raise = openCommand(shown.mine, "raise-wager", { box });
    const place = openCommand(shown.mine, "place-wager", { box });
    const lies = this.on(shown, box);
    const { minimum: least, smallest_chip: step } = this.info;
    const tokens = openTokenCommand(shown.mine, "place-wager", { box });
    const first = place ?? (this.inTokens ? tokens : undefined);
    if (first)
      return {
        least: first.least ?? least,
        most: this.#mostWith(first.most ?? least, shown),
        step: first.step ?? step,
      };
    const most = raise || lies ? lies + (raise?.most ?? 0) : chipsOf(shown.mine);
    return { least, most: Math.max(least, most - (most % step)), step: raise?.step ?? step };
  }

  /**
   * Return the most that chips and the chosen tokens make together, within the sign's maximum.
   * @param {number} most in chips alone, or in tokens alone
   * @param {Shown} shown
   */
  #mostWith(most, shown) {
    if (!this.inTokens) return most;
    const limit = Math.min(
      this.info.maximum ?? Infinity,
      this.info.player_maximum ?? Infinity,
    );
    const held = chipsOf(shown.mine) + this.tokensOf(shown, Infinity);
    return Math.max(most, Math.min(limit, held));
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
    const raise = openCommand(shown.mine, "raise-wager", { box });
    const amount = clampToRange(value, raise ? /** @type {Range} */ (raise) : this.range(shown, box));
    const done = raise
      ? await this.give("raise-wager", { box, amount })
      : await this.set(box, amount);
    if (done && box === this.box(shown)) this.wanted = this.on(this.now(), box) || amount;
    return done;
  }

  /**
   * Let exactly this amount lie on a box.
   * @param {number} box
   * @param {number} amount
   */
  async set(box, amount) {
    const shown = this.now();
    const lies = this.on(shown, box);
    const inTokens = this.tokensOn(shown, box);
    const tokens = Math.min(this.inTokens, tokensOf(shown.mine) + inTokens, amount);
    if (lies === amount && inTokens === tokens) return true;
    const [more, moreTokens] = [amount - lies, tokens - inTokens];
    if (lies && more > 0 && moreTokens >= 0 && moreTokens <= more)
      return this.give("raise-wager", { box, amount: more, ...ofTokens(moreTokens) });
    if (lies && !(await this.give("withdraw-wager", { box }))) return false;
    const seated = shown.table.seats.some(
      (each) => each.player === this.info.me && each.seat === box,
    );
    return this.give("place-wager", { box, amount, seated, ...ofTokens(tokens) });
  }

  /**
   * Return how much of my wager on a box lies there in tokens.
   * @param {Shown} shown
   * @param {number} box
   */
  tokensOn(shown, box) {
    return (
      this.lying(shown)
        .find((each) => each.number === box)
        ?.bettors.find((each) => each.player === this.info.me)?.tokens ?? 0
    );
  }

  /**
   * Whether a side wager of mine lies on a box.
   * @param {number} box
   * @param {string} kind
   */
  lies(box, kind) {
    return Boolean(
      this.now()
        .table.boxes.find((each) => each.number === box)
        ?.beside.some((each) => each.kind === kind && each.player === this.info.me),
    );
  }

  /**
   * Put a side wager on a box, or take it back; on one's own box the wager goes down with it.
   * @param {number} box
   * @param {string} kind
   * @param {string | null} [suit]
   */
  async side(box, kind, suit = null) {
    if (this.lies(box, kind)) return this.give("withdraw-side-wager", { box, kind });
    const shown = this.now();
    const bare = box === this.box(shown) && !this.on(shown, box);
    if (bare && !(await this.set(box, clampToRange(this.wanted, this.range(shown, box))))) return false;
    const least = this.info.side_wagers.find((each) => each.kind === kind)?.least ?? 0;
    const after = this.now();
    const inTokens = chipsOf(after.mine) < least ? Math.min(least, tokensOf(after.mine)) : 0;
    return this.give("place-side-wager", { box, kind, amount: least, suit, ...ofTokens(inTokens) });
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

  /**
   * List what I had on the boxes of the round that lies there, side wagers included.
   * @param {Shown} shown
   * @returns {{box: number, amount: number, sides: import("./types.js").SideWager[]}[]}
   */
  before({ table }) {
    const mine = (/** @type {{player: string}} */ each) => each.player === this.info.me;
    return table.boxes
      .map((box) => ({
        box: box.number,
        amount: box.bettors.find(mine)?.placed ?? 0,
        sides: box.beside.filter((each) => mine(each) && each.kind !== "insurance"),
      }))
      .filter(({ amount, sides }) => amount || sides.length);
  }

  /** Lay everything that I had in the last round, and be ready for the cards. */
  async again() {
    for (const { box, amount, sides } of this.before(this.now())) {
      if (amount && !(await this.set(box, clampToRange(amount, this.range(this.now(), box))))) return;
      for (const { kind, amount: beside, suit } of sides)
        await this.give("place-side-wager", { box, kind, amount: beside, suit });
    }
    await this.ready();
  }

  /** Let the wanted amount lie, and be ready for the cards. */
  async deal() {
    const shown = this.now();
    const box = this.box(shown);
    if (box !== null && shown.table.phase !== "playing") {
      const range = this.range(shown, box);
      const amount = clampToRange(this.wanted, range);
      localStorage.setItem(this.key, String(amount));
      if (!(await this.set(box, amount))) return;
    }
    await this.ready();
  }

  /** Be ready for the cards; whoever is offered the cut cuts in the middle. */
  async ready() {
    const cut = openCommand(this.now().mine, "cut-cards");
    if (cut && !(await this.give("cut-cards", { depth: cut.depth }))) return;
    await this.give("be-ready");
  }
}
