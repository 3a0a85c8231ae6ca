/** Asking the server over HTTP; a "no" comes as a Refused with code, clause and words. */

/** What the server said no to. */
export class Refused extends Error {
  /** @param {{code: string, detail: string, clause?: string | null, where?: string | null}} said */
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
 * Ask, and give what is answered; throws Refused.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
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
    throw new Refused(AWAY);
  }
  if (response.status === 204) return null;
  const said = await response.json().catch(() => null);
  if (response.ok && said !== null) return said;
  throw new Refused(
    said?.error ?? {
      code: `http.${response.status}`,
      detail: "The server gave no readable answer.",
    },
  );
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => ask("POST", path, body);

/** What is being computed is asked for again, so often. */
const TRIES = 40;

/**
 * Ask for something that may take a while: the server says so, and goes on with it.
 * @param {string} path
 * @param {AbortSignal} [signal] ends the waiting
 */
export async function patiently(path, signal) {
  for (let n = 0; ; n++) {
    try {
      return await get(path);
    } catch (no) {
      const later = no instanceof Refused && /^(odds\.(working|busy)|rate\.limited)$/.test(no.code);
      if (!later || n >= TRIES || signal?.aborted) throw no;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}
