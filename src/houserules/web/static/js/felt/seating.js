/** Coming to the table and going: as a guest, to a seat, with more chips, and away. */

import { Refusal, get, post } from "../kit/api.js";
import { titledDialog } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { suitButtons } from "./dock/bet_panel.js";
import { freeSeats, usualFor } from "./dock/seat_panel.js";
import { WAGERS } from "./words.js";

/** Milliseconds between two looks at whether a Player Card has been issued. */
const CARD_EVERY = 1500;

/** Sit down although the player already has enough chips. @param {unknown} no */
function enough(no) {
  if (!(no instanceof Refusal) || no.code !== "practice.enough") throw no;
}

export class Seating {
  /**
   * @param {import("./types.js").Info} info
   * @param {import("./commands.js").TableCommands} commands
   * @param {import("./wagers.js").Wagers} wagers
   * @param {import("./session/entry_panel.js").SessionEntry} entry
   */
  constructor(info, commands, wagers, entry) {
    this.info = info;
    this.commands = commands;
    this.wagers = wagers;
    this.entry = entry;
    this.choice = titledDialog("suit-title");
    this.waiting = 0; // for a Player Card: the timer of the next look
    /** @type {HTMLElement | null} what was said about it */
    this.asked = null;
  }

  get isHere() {
    const { table } = this.commands.now();
    return table.seats.some((each) => each.player === this.info.me);
  }

  /** Sit down at once if that is what somebody came for. */
  async arrive() {
    const wanted = new URLSearchParams(location.search).has("sit");
    if (!wanted) return;
    history.replaceState(null, "", location.pathname);
    if (!this.info.plays || this.isHere || this.commands.now().table.session) return;
    const seat = freeSeats(this.info, this.commands.now().table)[0] ?? null;
    await this.sit(seat, usualFor(this.info));
  }

  /**
   * Sit down with an amount, or with what the wallet has if that is less.
   * @param {number | null} seat
   * @param {number} wanted
   */
  async sit(seat, wanted) {
    clearTimeout(this.waiting);
    await this.#try(async () => {
      const amount = await this.#affordable(wanted);
      if (amount === null) return;
      try {
        const { live } = this.commands;
        await this.commands.reach(await live.command("take-seat", { seat, amount }));
      } catch (no) {
        if (!(no instanceof Refusal) || no.code !== "player-card.missing") throw no;
        if (!this.waiting) this.asked = this.commands.hints.refused(no);
        this.#awaitCard(seat, wanted);
        return;
      }
      this.waiting = 0;
      this.asked?.remove();
    });
  }

  /**
   * Return what of an amount can be brought; null: less than a wager, and this person was told.
   * @param {number} wanted
   */
  async #affordable(wanted) {
    if (this.info.kind === "practice") return wanted;
    const { chips } = (await get("/api/me/wallet?limit=1")).balance;
    this.info.wallet = chips;
    if (chips >= this.info.minimum) return Math.min(wanted, chips);
    this.commands.hints.say(
      `You have ${money(chips)} in chips. Wagers here start at ${money(this.info.minimum)}: buy chips at the cashier.`,
      "bad",
    );
    return null;
  }

  /**
   * Look until a Player Card has been issued, and then sit down, unless the seat is gone.
   * @param {number | null} seat
   * @param {number} wanted
   */
  #awaitCard(seat, wanted) {
    this.waiting = setTimeout(async () => {
      const { cards } = await get("/api/me").catch(() => ({ cards: [] }));
      if (!cards.length) return this.#awaitCard(seat, wanted);
      const free = freeSeats(this.info, this.commands.now().table);
      const place = seat === null || free.includes(seat) ? seat : (free[0] ?? null);
      if (!this.isHere) await this.sit(place, wanted);
    }, CARD_EVERY);
  }

  /**
   * Put the chip in hand on a box, or sit down there.
   * @param {number} box
   */
  place(box) {
    if (this.info.me === null) return;
    const shown = this.commands.now();
    if (shown.table.session) return void this.entry.place(shown, box);
    if (this.isHere) return void this.wagers.put(box);
    const free = !this.commands.now().table.seats.some((each) => each.seat === box);
    if (free && this.info.plays) void this.sit(box, usualFor(this.info));
  }

  /**
   * Put a side wager on a box, or take it back; Suits You asks for the suit first.
   * @param {number} box
   * @param {string} kind
   */
  side(box, kind) {
    if (kind !== "suits-you" || this.wagers.lies(box, kind)) return void this.wagers.side(box, kind);
    const least = this.info.side_wagers.find((each) => each.kind === kind)?.least ?? 0;
    const { dialog, title, body } = this.choice;
    title.textContent = `${WAGERS[kind]} on box ${box}`;
    fill(
      body,
      h("p", {}, "Choose the suit of the first card dealt to this box."),
      suitButtons(money(least), (suit) => {
        dialog.close();
        void this.wagers.side(box, kind, suit);
      }),
    );
    dialog.showModal();
  }

  /** Become a guest, and sit down; a live table is for people with a name. */
  async enter() {
    if (this.info.kind === "live")
      return location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
    await this.#try(async () => {
      await post("/api/guest");
      location.assign(`${location.pathname}?sit`);
    });
  }

  /** Bring more chips; at a practice table there are always some to be had. */
  async more() {
    await this.#try(async () => {
      if (this.info.kind === "practice") await post("/api/me/wallet/practice-money").catch(enough);
      const amount = await this.#affordable(usualFor(this.info));
      if (amount !== null) await this.commands.give("bring-chips", { amount });
    });
  }

  async leave() {
    if (!this.isHere || (await this.commands.give("get-up"))) location.assign("/");
  }

  /** @param {() => Promise<void>} work */
  async #try(work) {
    try {
      await work();
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      this.commands.hints.refused(no);
    }
  }
}
