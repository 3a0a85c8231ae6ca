/**
 * The WebSocket of a table: a snapshot, then numbered updates; commands with ids.
 *
 * A lost connection is opened again by itself, from the position that was seen last; a command that was
 * not answered is sent again under its id, so that it is carried out once.
 */

import { Refusal } from "../kit/api.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Mine} Mine
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {{events: TableEvent[] | null, table: Table, mine: Mine, now: number, position: number}} News
 *   events: null in a snapshot
 * @typedef {"connecting" | "open" | "lost" | "over"} Link
 */

/** Milliseconds before each further try; the last one is kept to. */
const WAITS = [150, 400, 800, 1500, 3000, 5000];
const PING = 10_000;
const SILENCE = 25_000;
/** Closing codes after which another try would be answered the same. */
const FINAL = {
  4401: "Your session has ended. Sign in again to continue.",
  1008: "The server closed the connection.",
};

export class TableConnection extends EventTarget {
  /** @param {string} table */
  constructor(table) {
    super();
    this.path = `/api/tables/${encodeURIComponent(table)}/live`;
    /** @type {number | null} */
    this.position = null;
    /** @type {Map<string, {message: string, resolve: (position: number) => void, reject: (no: Refusal) => void}>} */
    this.unanswered = new Map();
    this.tries = 0;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    setInterval(() => this.#beat(), PING);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /** Open the connection, and keep it open. */
  open() {
    clearTimeout(this.timer);
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (this.position !== null) url.searchParams.set("after", String(this.position));
    const socket = new WebSocket(url, "houserules.v1");
    this.socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.socket === socket && this.#closed(code);
  }

  /**
   * Return a command; the answer comes when it is done and durable, or is a Refused.
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<number>} the position of its last record
   */
  command(name, fields = {}) {
    const id = newId();
    const message = JSON.stringify({ type: "command", id, do: name, ...fields });
    return new Promise((resolve, reject) => {
      this.unanswered.set(id, { message, resolve, reject });
      this.#send(message);
    });
  }

  /** @param {string} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  #opened() {
    this.tries = 0;
    this.heard = Date.now();
    this.#tell("open");
    for (const { message } of this.unanswered.values()) this.#send(message);
  }

  /** @param {number} code */
  #closed(code) {
    this.socket = null;
    if (code in FINAL) return this.#tell("over", FINAL[/** @type {keyof FINAL} */ (code)]);
    this.#tell("lost");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Try no longer: the session is over. */
  end() {
    clearTimeout(this.timer);
    this.tries = 0;
    this.#tell("over", FINAL[4401]);
  }

  /** Try at once where there is a reason to think that it will work now. */
  #hurry() {
    if (this.socket === null && this.tries > 0) this.open();
  }

  /** See whether the server is still there: a connection may be dead without having been closed. */
  #beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.#send('{"type":"ping"}');
  }

  /** @param {import("../messages.js").LiveMessage} message */
  #hear(message) {
    this.heard = Date.now();
    switch (message.type) {
      case "snapshot":
        return this.#news(message, null);
      case "update":
        if (message.position <= (this.position ?? -1)) return;
        if (message.from !== this.position) return this.#send('{"type":"snapshot"}');
        return this.#news(message, message.events);
      case "accepted":
        return this.#answer(message.id)?.resolve(message.position);
      case "refused":
        return this.#answer(message.id)?.reject(new Refusal(message));
      case "error":
        return this.#answer(message.id)?.reject(new Refusal(message));
    }
  }

  /** @param {string | null} id */
  #answer(id) {
    const found = this.unanswered.get(id ?? "");
    this.unanswered.delete(id ?? "");
    return found;
  }

  /**
   * @param {Omit<News, "events">} news
   * @param {TableEvent[] | null} events
   */
  #news({ table, mine, now, position }, events) {
    this.position = position;
    this.dispatchEvent(new CustomEvent("news", { detail: { events, table, mine, now, position } }));
  }

  /**
   * @param {Link} link
   * @param {string} [why]
   */
  #tell(link, why = "") {
    this.dispatchEvent(new CustomEvent("link", { detail: { link, why, tries: this.tries } }));
  }
}

/** An id that nobody else has. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
