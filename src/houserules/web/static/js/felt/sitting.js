/** Coming to the table and going: as a guest, to a seat, with more chips, and away. */

import { Refused, post } from "../kit/api.js";
import { freeSeats } from "./dock/seating.js";

/** What a newcomer brings to a practice table, in cents. */
const USUAL = 100_000;

/** There being enough already is no obstacle. @param {unknown} no */
function enough(no) {
  if (!(no instanceof Refused) || no.code !== "practice.enough") throw no;
}

export class Sitting {
  /**
   * @param {import("./types.js").Info} info
   * @param {import("./commanding.js").Commanding} commanding
   * @param {import("./wagers.js").Wagers} wagers
   */
  constructor(info, commanding, wagers) {
    this.info = info;
    this.commanding = commanding;
    this.wagers = wagers;
  }

  get isHere() {
    const { table } = this.commanding.now();
    return table.seats.some((each) => each.player === this.info.me);
  }

  /** Sit down at once if that is what somebody came for. */
  async arrive() {
    const wanted = new URLSearchParams(location.search).has("sit");
    if (!wanted) return;
    history.replaceState(null, "", location.pathname);
    if (!this.info.plays || this.isHere) return;
    const seat = freeSeats(this.info, this.commanding.now().table)[0] ?? null;
    await this.commanding.give("take-seat", { seat, amount: USUAL });
  }

  /**
   * Put the chip in hand on a box, or sit down there.
   * @param {number} box
   */
  place(box) {
    if (this.info.me === null) return;
    if (this.isHere) return void this.wagers.put(box);
    const free = !this.commanding.now().table.seats.some((each) => each.seat === box);
    if (free && this.info.plays)
      void this.commanding.give("take-seat", { seat: box, amount: USUAL });
  }

  /**
   * Put a side wager on a box; one on a suit is chosen in the dock.
   * @param {number} box
   * @param {string} kind
   */
  side(box, kind) {
    const choice = document.querySelector(".suit-button");
    if (kind === "suits-you" && choice) return /** @type {HTMLElement} */ (choice).focus();
    void this.wagers.side(box, kind);
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
      await this.commanding.give("bring-chips", { amount: USUAL });
    });
  }

  async leave() {
    if (!this.isHere || (await this.commanding.give("get-up"))) location.assign("/");
  }

  /** @param {() => Promise<void>} work */
  async #try(work) {
    try {
      await work();
    } catch (no) {
      if (!(no instanceof Refused)) throw no;
      this.commanding.hints.refused(no);
    }
  }
}
