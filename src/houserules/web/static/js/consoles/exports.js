/** Exports as files; a refusal of the server is shown in the page. */

import { need } from "../kit/dom.js";
import { localInputValue, zone, zoneLabel } from "../kit/casino_time.js";

/** @type {Record<string, string>} */
const EXAMPLES = {
  day: "",
  table: "t1",
  player: "Ann",
  round: "t1/17",
  tournament: "spring",
  session: "spring/3",
  promotion: "spring",
};

/** Today in the casino, as a field for days takes it. */
const today = () => localInputValue(Math.floor(Date.now() / 1000)).slice(0, 10);

/** Say what is to be typed for what is exported. */
export function showExample() {
  const kind = /** @type {HTMLSelectElement} */ (need("#export-kind")).value;
  const name = /** @type {HTMLInputElement} */ (need("#export-name"));
  name.type = kind === "day" ? "date" : "text";
  name.placeholder = EXAMPLES[kind];
  need("[for=export-name]").textContent = kind === "day" ? `Which (${zoneLabel})` : "Which";
  name.value = kind === "day" ? today() : "";
}

/** @param {HTMLFormElement} form */
export async function download(form) {
  const said = need("#export-said");
  said.hidden = true;
  const kind = /** @type {HTMLSelectElement} */ (need("#export-kind")).value;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) query.set(name, String(value));
  if (kind === "day") query.set("zone", zone);
  const name = `${kind}-${(query.get("name") ?? "").replace(/[^\w-]+/g, "-")}.zip`;
  try {
    const answer = await fetch(`/api/exports/${kind}?${query}`, {
      headers: { "X-Houserules": "1" },
    });
    if (!answer.ok) throw new Error((await answer.json()).error.detail);
    save(await answer.blob(), name);
  } catch (no) {
    said.textContent =
      no instanceof TypeError
        ? "The server does not answer. Check the connection and try again."
        : /** @type {Error} */ (no).message;
    said.hidden = false;
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
