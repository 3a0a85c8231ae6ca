/** The page of a table: brings connection, stage, cloth and dock together. */

import { Refusal, get } from "../kit/api.js";
import { need } from "../kit/dom.js";
import { Announcer } from "./log.js";
import { Clock } from "./clock.js";
import { TableLayout } from "./layout.js";
import { TableCommands } from "./commands.js";
import { Dock } from "./dock/dock.js";
import { Explanation } from "./explanation.js";
import { Hints } from "./hints.js";
import { listenForKeys } from "./keyboard.js";
import { TableConnection } from "./connection.js";
import { Log } from "./log.js";
import { helpDialog, showConnection, logSwitch } from "./page_controls.js";
import { slideFromShoe, makeDraggable } from "./motion.js";
import { Placards } from "./placards.js";
import { Requests } from "./requests.js";
import { Seating } from "./seating.js";
import { SessionEntry } from "./session/entry_panel.js";
import { sessionText } from "./session/summary.js";
import { TableSession } from "./session/table_session.js";
import { Stage } from "./stage.js";
import { boxesWaitedFor } from "./table_queries.js";
import { lineOf, standingOf } from "./lines.js";
import { NO_COACH } from "./dock/dock.js";
import { Wagers } from "./wagers.js";

/**
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./connection.js").News} News
 */

class TablePage {
  /**
   * @param {Info} info
   * @param {typeof import("./staff/desk.js") | null} desk for staff
   * @param {typeof import("../coach/coach_dialog.js") | null} coaching at practice tables
   */
  constructor(info, desk, coaching) {
    this.info = info;
    this.live = new TableConnection(info.table);
    this.explanation = new Explanation(info);
    this.hints = new Hints(info.table, (clause, said) => this.explanation.clause(clause, said));
    this.announcer = new Announcer();
    this.log = new Log((payment) => this.explanation.payment(payment));
    this.commands = new TableCommands(this.live, this.hints);
    this.call = "";
    /** @type {number | null} the position of the table at which a decision is on its way */
    this.decidingAt = null;
    const explain = (/** @type {import("./types.js").Payment} */ payment) =>
      this.explanation.payment(payment);
    this.wagers = new Wagers(
      info,
      (name, fields) => this.commands.give(name, fields),
      () => this.commands.now(),
    );
    this.coach =
      coaching?.coachAtTable(info, {
        say: (text) => this.dock.say(text),
        changed: () => this.dock.again(),
      }) ?? NO_COACH;
    this.session = new TableSession(info);
    this.entry = new SessionEntry(
      info,
      (name, fields) => this.commands.give(name, fields),
      () => this.dock.again(),
    );
    this.seating = new Seating(info, this.commands, this.wagers, this.entry);
    this.layout = new TableLayout(need("#cloth"), info, {
      place: (box) => this.seating.place(box),
      side: (box, kind) => this.seating.side(box, kind),
      explain,
    });
    this.dock = new Dock(need("#dock"), info, {
      wagers: this.wagers,
      entry: this.entry,
      give: (name, fields) => void this.decide(name, fields),
      coach: this.coach,
      staff: desk?.staffDesk(info, this) ?? null,
      sit: (seat, amount) => void this.seating.sit(seat, amount),
      enter: () => void this.seating.enter(),
      more: () => void this.seating.more(),
      whyNot: (action, at) => void this.hints.whyNot(action, at),
    });
    this.placards = new Placards(need("#placards"), info);
    this.requests =
      info.me !== null && !info.staff
        ? new Requests(info, this.commands, { bring: () => void this.seating.more() })
        : null;
    if (this.requests && info.disputes) this.explanation.dispute = (payment) => this.requests?.dispute(payment);
    this.stage = new Stage(this);
    this.clock = new Clock((share, seconds) => this.tick(share, seconds));
    this.wire();
  }

  wire() {
    const { live, layout } = this;
    live.addEventListener("news", (event) =>
      this.hear(/** @type {CustomEvent<News>} */ (event).detail),
    );
    live.addEventListener("link", (event) => this.link(/** @type {CustomEvent} */ (event).detail));
    layout.boxes.forEach((box, n) => (box.spot.tabIndex = n === 0 ? 0 : -1));
    makeDraggable(need("#dock"), (box, value) => void this.wagers.put(box, value));
    const help = helpDialog(this.info);
    logSwitch();
    listenForKeys({
      boxes: () => layout.boxes.map((box) => box.spot),
      read: () => this.read(),
      help,
      typesCards: this.info.staff?.real ?? false,
    });
    need("#help").addEventListener("click", help);
    need("#leave")?.addEventListener("click", () => void this.seating.leave());
  }

  /**
   * Say that the connection is lost; after some tries, see whether the session is still in force.
   * @param {{link: string, why: string, tries: number}} state
   */
  link(state) {
    showConnection(state);
    if (state.link !== "lost" || state.tries % 4 !== 3) return;
    get("/api/me").catch(
      (no) => no instanceof Refusal && no.code === "session.none" && this.live.end(),
    );
  }

  /** @param {News} heard */
  hear(heard) {
    const news = this.session.remember(heard);
    const first = !this.commands.knows;
    if (this.info.me !== null) this.info.me = news.mine.person; // a guest may have signedMoney up
    this.commands.hear(news);
    this.layout.element.dataset.position = String(news.position);
    this.hints.forget();
    this.clock.set(news.table, news.now);
    if (this.info.staff && this.stage.shown) this.work(this.stage.shown, { moving: false });
    void this.stage.take(news);
    if (first) {
      void this.seating.arrive();
      this.requests?.arrive();
    }
  }

  /**
   * Return a decision; the coach may have something to say about it.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  async decide(name, fields) {
    const { position } = this.commands.now().table;
    if (this.decidingAt === position) return; // a second click, before the first was seen
    this.decidingAt = position;
    this.dock.element.setAttribute("aria-busy", "true");
    const said = this.commands.now().table.session ? null : this.coach.chose(name, fields);
    try {
      await this.commands.give(name, fields);
    } finally {
      this.decidingAt = null;
      this.dock.element.removeAttribute("aria-busy");
    }
    await said;
  }

  /** Say how the table stands. */
  read() {
    const shown = this.commands.now();
    const { session } = shown.table;
    this.announcer.say(standingOf(this.info, shown) + (session ? ` ${sessionText(session)}` : ""));
  }

  /**
   * @param {Shown} shown
   * @param {{moving: boolean}} how
   */
  show(shown, how) {
    const { table, payments, mine } = shown;
    const { ready, session } = table;
    const fresh = this.layout.show(table, payments, { call: this.call, mine, ready, session });
    if (how.moving) slideFromShoe(fresh, this.layout.shoe.element);
    this.work(shown, how);
    this.placards.show(shown.table);
    this.session.show(session);
    this.requests?.show(shown);
  }

  /**
   * Show what may be done: to staff at once, while the cards still move, so that no key is lost.
   * @param {Shown} shown
   * @param {{moving: boolean}} how
   */
  work(shown, how) {
    if (!this.info.staff) return this.dock.show(shown, how);
    this.dock.show({ ...this.commands.now(), payments: shown.payments }, { moving: false });
  }

  /** @param {import("./types.js").TableEvent} event */
  tell(event) {
    const line = lineOf(this.info, event);
    if (!line) return;
    this.log.add(line);
    this.announcer.say(line.text);
    if (line.tone === "call") this.call = line.text;
    if (event.name === "card.dealt") this.call = "";
    else if (event.name === "bets.closed" || event.name === "bets.reopened") this.call = line.text;
  }

  /** @param {Shown} shown */
  settled(shown) {
    if (!shown.table.session) this.coach.look(shown);
    this.work(shown, { moving: false });
  }

  /**
   * @param {number | null} share
   * @param {number | null} seconds
   */
  tick(share, seconds) {
    const shown = this.stage.shown;
    if (!shown) return;
    this.layout.tick(share, boxesWaitedFor(shown.table));
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
    info.kind === "practice" && !info.staff ? import("../coach/coach_dialog.js") : null,
  ]);
  const page = new TablePage(info, desk, coaching);
  const early = document.querySelector("#early");
  if (early?.textContent) page.hear(JSON.parse(early.textContent));
  if (info.me !== null) page.live.open();
  if (info.carded) (await import("../carded/table_button.js")).cardedButton();
}

void start();
