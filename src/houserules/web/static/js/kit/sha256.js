/** SHA-256 in the browser, for proofs. */

/**
 * Return the SHA-256 of a text in hex digits; null: the browser has none here.
 * @param {string} text
 */
export async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
