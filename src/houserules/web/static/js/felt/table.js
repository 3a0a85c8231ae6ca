/** The page of a table: brings connection, stage, cloth and dock together. */

import { Refused, get } from "../kit/api.js";
import { need } from "../kit/dom.js";
import { Announcer } from "./announcer.js";
import { Clock } from "./clock.js";
import { Cloth } from "./cloth.js";
import { Commanding } from "./commanding.js";
import { Dock } from "./dock/dock.js";
import { Explaining } from "./explaining.js";
import { Hints } from "./hints.js";
import { listen } from "./keys.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { helpDialog, linkBanner, logSwitch } from "./page_parts.js";
import { deal, draggable } from "./moving.js";
import { Placards } from "./placards.js";
import { Requests } from "./requests.js";
import { Sitting } from "./sitting.js";
import { Stage } from "./stage.js";
import { waitedAt } from "./state.js";
import { standingOf, told } from "./telling.js";
import { UNCOACHED } from "./uncoached.js";
import { Wagers } from "./wagers.js";

/**
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./live.js").News} News
 */

class TablePage {
  /**
   * @param {Info} info
   * @param {typeof import("./staff/desk.js") | null} desk where somebody has an office
   * @param {typeof import("../coach/panel.js") | null} coaching at practice tables
   */
  constructor(info, desk, coaching) {
    this.info = info;
    this.live = new Live(info.table);
    this.explaining = new Explaining(info);
    this.hints = new Hints(info.table, (clause, said) => this.explaining.clause(clause, said));
    this.announcer = new Announcer();
    this.log = new Log((payment) => this.explaining.payment(payment));
    this.commanding = new Commanding(this.live, this.hints);
    this.call = "";
    const explain = (/** @type {import("./types.js").Payment} */ payment) =>
      this.explaining.payment(payment);
    this.wagers = new Wagers(
      info,
      (name, fields) => this.commanding.give(name, fields),
      () => this.commanding.now(),
    );
    this.coach =
      coaching?.coachAtTable(info, {
        say: (text) => this.dock.say(text),
        changed: () => this.dock.again(),
      }) ?? UNCOACHED;
    this.sitting = new Sitting(info, this.commanding, this.wagers);
    this.cloth = new Cloth(need("#cloth"), info, {
      place: (box) => this.sitting.place(box),
      side: (box, kind) => this.sitting.side(box, kind),
      explain,
    });
    this.dock = new Dock(need("#dock"), info, {
      wagers: this.wagers,
      give: (name, fields) => void this.decide(name, fields),
      coach: this.coach,
      staff: desk?.deskOf(info, this) ?? null,
      sit: (seat, amount) => void this.sitting.sit(seat, amount),
      enter: () => void this.sitting.enter(),
      more: () => void this.sitting.more(),
      whyNot: (action, at) => void this.hints.whyNot(action, at),
    });
    this.placards = new Placards(need("#placards"), info);
    this.requests =
      info.me !== null && !info.staff
        ? new Requests(info, this.commanding, { bring: () => void this.sitting.more() })
        : null;
    if (this.requests && info.disputes) this.explaining.dispute = (payment) => this.requests?.dispute(payment);
    this.stage = new Stage(this);
    this.clock = new Clock((share, seconds) => this.tick(share, seconds));
    this.wire();
  }

  wire() {
    const { live, cloth } = this;
    live.addEventListener("news", (event) =>
      this.hear(/** @type {CustomEvent<News>} */ (event).detail),
    );
    live.addEventListener("link", (event) => this.link(/** @type {CustomEvent} */ (event).detail));
    cloth.boxes.forEach((box, n) => (box.spot.tabIndex = n === 0 ? 0 : -1));
    draggable(need("#dock"), (box, value) => void this.wagers.put(box, value));
    const help = helpDialog(this.info);
    logSwitch();
    listen({
      boxes: () => cloth.boxes.map((box) => box.spot),
      read: () => this.read(),
      help,
      typesCards: this.info.staff?.real ?? false,
    });
    need("#help").addEventListener("click", help);
    need("#leave")?.addEventListener("click", () => void this.sitting.leave());
  }

  /**
   * Say that the connection is lost; after some tries, see whether the session is still in force.
   * @param {{link: string, why: string, tries: number}} state
   */
  link(state) {
    linkBanner(state);
    if (state.link !== "lost" || state.tries % 4 !== 3) return;
    get("/api/me").catch(
      (no) => no instanceof Refused && no.code === "session.none" && this.live.end(),
    );
  }

  /** @param {News} news */
  hear(news) {
    const first = !this.commanding.knows;
    if (this.info.me !== null) this.info.me = news.mine.person; // a guest may have signed up
    this.commanding.hear(news);
    this.hints.forget();
    this.clock.set(news.table, news.now);
    if (this.info.staff && this.stage.shown) this.work(this.stage.shown, { moving: false });
    void this.stage.take(news);
    if (first) {
      void this.sitting.arrive();
      this.requests?.arrive();
    }
  }

  /**
   * Give a decision; the coach may have something to say about it.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  async decide(name, fields) {
    const page = document.body.dataset;
    if (page.deciding && page.deciding === page.position) return; // a second click, before the first was seen
    page.deciding = page.position;
    const said = this.coach.chose(name, fields);
    try {
      await this.commanding.give(name, fields);
    } finally {
      delete page.deciding;
    }
    await said;
  }

  /** Say how the table stands. */
  read() {
    this.announcer.say(standingOf(this.info, this.commanding.now()));
  }

  /**
   * @param {Shown} shown
   * @param {{moving: boolean}} how
   */
  show(shown, how) {
    const { table, payments, mine } = shown;
    const fresh = this.cloth.show(table, payments, { call: this.call, mine, ready: table.ready });
    if (how.moving) deal(fresh, this.cloth.shoe.element);
    this.work(shown, how);
    this.placards.show(shown.table);
    this.requests?.show(shown);
  }

  /**
   * Show what may be done: to staff at once, while the cards still move, so that no key is lost.
   * @param {Shown} shown
   * @param {{moving: boolean}} how
   */
  work(shown, how) {
    if (!this.info.staff) return this.dock.show(shown, how);
    this.dock.show({ ...this.commanding.now(), payments: shown.payments }, { moving: false });
  }

  /**
   * @param {import("./types.js").TableEvent} event
   * @param {Shown} after
   */
  tell(event, after) {
    const line = told(this.info, event, after.table);
    if (!line) return;
    this.log.add(line);
    this.announcer.say(line.text);
    if (line.tone === "call") this.call = line.text;
    if (event.name === "card.dealt") this.call = "";
    else if (event.name === "bets.closed" || event.name === "bets.reopened") this.call = line.text;
  }

  /** @param {Shown} shown */
  settled(shown) {
    this.coach.look(shown);
    this.work(shown, { moving: false });
  }

  /**
   * @param {number | null} share
   * @param {number | null} seconds
   */
  tick(share, seconds) {
    const shown = this.stage.shown;
    if (!shown) return;
    this.cloth.tick(share, waitedAt(shown.table));
    need("#seconds").textContent =
      seconds === null || !shown.table.waited_for.includes(this.info.me ?? "")
        ? ""
        : `${seconds} s`;
  }
}

/** Start; what is for staff is loaded for staff alone, what helps at practice tables alone. */
async function start() {
  const info = /** @type {Info} */ (JSON.parse(need("#info").textContent ?? ""));
  const [desk, coaching] = await Promise.all([
    info.staff ? import("./staff/desk.js") : null,
    info.kind === "practice" && !info.staff ? import("../coach/panel.js") : null,
  ]);
  const page = new TablePage(info, desk, coaching);
  const early = document.querySelector("#early");
  if (early?.textContent) page.hear(JSON.parse(early.textContent));
  if (info.me !== null) page.live.open();
}

void start();
