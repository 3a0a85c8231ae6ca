import assert from "node:assert/strict";
import test from "node:test";

/** A stream that says what the test lets it say. */
class FakeSource {
  /** @type {FakeSource[]} */
  static opened = [];

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.isClosed = false;
    /** @type {(message: {data: string}) => void} */
    this.onmessage = () => {};
    this.onerror = () => {};
    FakeSource.opened.push(this);
  }

  /** @param {number} position */
  say(position) {
    this.onmessage({ data: JSON.stringify({ position }) });
  }

  close() {
    this.isClosed = true;
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });
let position = 1;
let requests = 0;
let status = 200;
Object.assign(globalThis, {
  document: page,
  EventSource: FakeSource,
  addEventListener: () => {},
  removeEventListener: () => {},
  fetch: async () => {
    requests++;
    const body = status === 200 ? { position } : { error: { code: "tournament.unknown", detail: "No." } };
    return new Response(JSON.stringify(body), { status });
  },
});
const { follow } = await import("../../src/houserules/web/static/js/tournaments/feed.js");

const realTimeout = setTimeout;
/** Let requests be answered. */
const settled = () => new Promise((resolve) => realTimeout(resolve, 0));
const latest = () => /** @type {FakeSource} */ (FakeSource.opened.at(-1));

/**
 * @param {(seen: number[], stop: () => void) => Promise<void>} play
 */
async function following(play) {
  [position, requests, status, page.hidden] = [1, 0, 200, false];
  FakeSource.opened = [];
  /** @type {number[]} */
  const seen = [];
  const stop = follow("cup", (answer) => seen.push(answer.position));
  await settled();
  await play(seen, stop);
  stop();
}

test("the tournament is read at first, and again when its position changes", async () => {
  await following(async (seen) => {
    assert.equal(latest().path, "/api/tournaments/cup/updates");
    latest().say(1);
    await settled();
    assert.deepEqual([seen, requests], [[1], 1]);
    position = 4;
    latest().say(4);
    await settled();
    assert.deepEqual([seen, requests], [[1, 4], 2]);
  });
});

test("changes while it is being read lead to one more request", async () => {
  await following(async (seen) => {
    latest().say(2);
    position = 3;
    latest().say(3);
    await settled();
    await settled();
    assert.equal(seen.at(-1), 3);
    assert.ok(requests <= 3);
  });
});

test("a lost stream is opened again after a pause", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await following(async () => {
    const lost = latest();
    lost.onerror();
    assert.ok(lost.isClosed);
    assert.equal(FakeSource.opened.length, 1);
    t.mock.timers.tick(700);
    assert.equal(FakeSource.opened.length, 2);
  });
});

test("a silent stream is taken for lost", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await following(async () => {
    t.mock.timers.tick(40_000);
    assert.ok(FakeSource.opened[0].isClosed);
    t.mock.timers.tick(700);
    assert.equal(FakeSource.opened.length, 2);
  });
});

test("a hidden page has no stream", async () => {
  await following(async () => {
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    assert.ok(latest().isClosed);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    assert.equal(FakeSource.opened.length, 2);
  });
});

test("trouble is told, and is over when it can be read again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  [position, status, page.hidden] = [1, 404, false];
  /** @type {(string | null)[]} */
  const said = [];
  const stop = follow("cup", () => {}, (no) => said.push(no && no.code));
  await settled();
  await settled();
  assert.deepEqual(said, ["tournament.unknown"]);
  status = 200;
  t.mock.timers.tick(700);
  latest().say(1);
  await settled();
  await settled();
  assert.deepEqual(said, ["tournament.unknown", null]);
  stop();
});
