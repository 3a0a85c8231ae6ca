/** Requests to the server over HTTP; whatever it refuses is thrown as a Refused. */

/**
 * @typedef {import("../messages.js").Answers} Answers
 * @typedef {keyof Answers} Method
 */

/** A request that the server refused: why, in words for the reader, and under which clause. */
export class Refusal extends Error {
  /** @param {{code: string, detail: string, clause?: string | null, where?: string | null}} error */
  constructor({ code, detail, clause = null, where = null }) {
    super(detail);
    this.code = code;
    this.detail = detail;
    this.clause = clause;
    this.where = where;
  }
}

const AWAY = {
  code: "network.away",
  detail: "The server does not answer. Check the connection and try again.",
};

/**
 * Send a request and return the JSON of its answer; null where the answer is empty.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<unknown>}
 */
async function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-Houserules": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(AWAY);
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw new Refusal(
    answer?.error ?? {
      code: `http.${response.status}`,
      detail: "The server's answer could not be read. Try again.",
    },
  );
}

/**
 * Send a request to the API. The type of the answer follows from method and path.
 * @template {Method} M
 * @template {string} Path
 * @param {M} method
 * @param {Path} path
 * @param {unknown} [body]
 */
export const ask = (method, path, body) =>
  /** @type {Promise<import("../messages.js").AnswerTo<M, Path>>} */ (send(method, path, body));

/**
 * @template {string} Path
 * @param {Path} path
 */
export const get = (path) => ask("GET", path);

/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => ask("POST", path, body);

/**
 * Read what belongs to a page and not to the API.
 * @param {string} path
 */
export const getPageData = (path) => send("GET", path);

/** How often a request is repeated while the server is still computing. */
const TRIES = 40;
const LATER = /^(odds\.(working|busy)|rate\.limited)$/;

/**
 * Ask until the answer has been computed.
 * @template {string} Path
 * @param {Path} path
 * @param {AbortSignal} [signal] ends the waiting
 */
export async function getWhenReady(path, signal) {
  for (let n = 0; ; n++) {
    try {
      return await get(path);
    } catch (no) {
      const later = no instanceof Refusal && LATER.test(no.code);
      if (!later || n >= TRIES || signal?.aborted) throw no;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

/** Return an id under which a command is carried out once, however often it is sent. */
export const newCommandId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("-");
