/**
 * Follow a tournament or a promotion: its event stream says when it has changed, and then it is requested again.
 *
 * A lost stream is opened again by itself. A page that nobody looks at has none, because a browser opens
 * only six connections to a server over HTTP/1.1.
 */

import { get, Refusal } from "./api.js";

/** Milliseconds before each further try; the last one is kept to. */
const WAITS = [500, 1000, 2000, 5000, 10_000, 30_000];
/** The server says something every 15 seconds. */
const SILENCE = 40_000;

/**
 * Call `onChange` with what is at a path as the reader may see it: at first, and whenever it has changed.
 * `onTrouble` hears why it could not be read, or null once it can be read again.
 * @template {`/api/tournaments/${string}` | `/api/promotions/${string}`} Path
 * @param {Path} path
 * @param {(answer: import("../messages.js").AnswerTo<"GET", Path>) => void} onChange
 * @param {(no: Refusal | null) => void} [onTrouble]
 * @returns {() => void} stops following
 */
export function follow(path, onChange, onTrouble = () => {}) {
  const feed = new Feed(`${path}/updates`, () => get(path), onChange, onTrouble);
  feed.start();
  return () => feed.stop();
}

class Feed {
  /**
   * @param {string} stream
   * @param {() => Promise<any>} read
   * @param {(answer: any) => void} onChange
   * @param {(no: Refusal | null) => void} onTrouble
   */
  constructor(stream, read, onChange, onTrouble) {
    this.stream = stream;
    this.read = read;
    this.onChange = onChange;
    this.onTrouble = onTrouble;
    this.shown = -1;
    /** What the stream said last, and what it had said at the last read. */
    this.heard = "";
    this.readAt = "";
    this.isReading = false;
    this.tries = 0;
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.lookAgain = () => this.#look();
  }

  start() {
    document.addEventListener("visibilitychange", this.lookAgain);
    addEventListener("online", this.lookAgain);
    this.#read();
    this.#look();
  }

  stop() {
    document.removeEventListener("visibilitychange", this.lookAgain);
    removeEventListener("online", this.lookAgain);
    this.#close();
  }

  /** Open the stream while the page is looked at, and close it otherwise. */
  #look() {
    if (document.hidden) this.#close();
    else if (this.source === null) this.#open();
  }

  #open() {
    this.#close();
    const source = new EventSource(this.stream);
    this.source = source;
    this.#expectWithin(SILENCE);
    source.onmessage = ({ data }) => {
      this.#expectWithin(SILENCE);
      // What was read before the first message is as new as the message if they agree.
      if (this.heard === "" && JSON.parse(data).position === this.shown) this.readAt = data;
      this.heard = data;
      if (this.readAt === data) this.tries = 0;
      else this.#read();
    };
    source.onerror = () => this.#openLater();
  }

  #close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** @param {number} milliseconds */
  #expectWithin(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#openLater(), milliseconds);
  }

  #openLater() {
    this.#close();
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.#look(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Request it; once more if it changes meanwhile. */
  async #read() {
    if (this.isReading) return;
    this.isReading = true;
    const heard = this.heard;
    try {
      const answer = await this.read();
      this.isReading = false;
      this.readAt = heard;
      this.shown = answer.position;
      this.tries = 0;
      this.onTrouble(null);
      this.onChange(answer);
      if (this.heard !== this.readAt) this.#read();
    } catch (no) {
      this.isReading = false;
      if (!(no instanceof Refusal)) throw no;
      this.onTrouble(no);
      this.#openLater();
    }
  }
}
