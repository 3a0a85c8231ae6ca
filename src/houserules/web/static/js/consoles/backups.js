/** What the house keeps outside its database: the last good backup with its age, and checkpoints. */

import { get, post } from "../kit/api.js";
import { checkItem } from "../kit/check_item.js";
import { fill, h, need } from "../kit/dom.js";
import { errorNote, timestamp } from "./entries.js";

const PACE = 500;
const EVERY = 15_000;
const UNITS = /** @type {const} */ ([
  [24 * 3600, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
]);

/** @typedef {import("../messages.js").BackupsAnswer} Kept */

/**
 * Write a number of seconds in its largest unit: 2 hours, 1 day.
 * @param {number} seconds
 */
export function ageText(seconds) {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? UNITS[3];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Write a size: 812 bytes, 1.2 MB.
 * @param {number} bytes
 */
export function sizeText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${["kB", "MB", "GB", "TB"][power - 1]}`;
}

/** @param {Kept["backups"]} backups */
function backupLines(backups) {
  if (!backups)
    return [
      h(
        "p",
        { class: "verdict failed" },
        "No backups are made. Set a folder with ",
        h("code", {}, "houserules serve --backups DIR"),
        ".",
      ),
    ];
  const { last, age, problem } = backups;
  const late = age === null || age > 3 * backups.interval;
  return [
    problem && h("p", { class: "verdict failed" }, `The last attempt failed: ${problem}`),
    last && age !== null
      ? h(
          "p",
          { class: late ? "verdict failed" : "verdict passed" },
          `Last good backup: ${ageText(age)} ago.`,
        )
      : h("p", { class: "verdict failed" }, "There is no backup yet."),
    last &&
      h(
        "p",
        { class: "hint" },
        `Number ${last.number} (${last.kind}), ${timestamp(last.time)}, up to record ${last.records}, ${sizeText(last.size)}, ${last.encrypted ? "encrypted" : "not encrypted"}, in ${backups.folder}. One every ${ageText(backups.interval).replace(/^1 /, "")}.`,
      ),
  ];
}

/** @param {Kept["checkpoints"]} checkpoints */
function checkpointLines(checkpoints) {
  if (!checkpoints?.places.length)
    return [h("p", { class: "verdict failed" }, "No checkpoints are kept elsewhere.")];
  const { time, records, problem, places } = checkpoints;
  return [
    time !== null &&
      h("p", { class: "hint" }, `Last checkpoint: ${timestamp(time)}, of record ${records}.`),
    problem && h("p", { class: "verdict failed" }, problem),
    h(
      "ul",
      { class: "checks" },
      places.map((each) =>
        checkItem({ passed: !each.problem, text: each.problem ?? `Kept in ${each.name}.` }),
      ),
      checkpoints.key_in_database &&
        checkItem({
          passed: false,
          text: "The signing key is in the database that it signs. Keep it elsewhere: --signing-key FILE",
        }),
    ),
  ];
}

/** @param {Kept} kept */
function show(kept) {
  fill(
    need("#kept"),
    ...backupLines(kept.backups),
    h("h3", { class: "gap-top" }, "Checkpoints"),
    ...checkpointLines(kept.checkpoints),
  );
}

async function backUp() {
  const progress = need("#back-up-progress");
  try {
    let kept = await post("/api/backups");
    do {
      await new Promise((resolve) => setTimeout(resolve, PACE));
      kept = await get("/api/backups");
      progress.hidden = kept.backups?.state !== "under way";
      progress.setAttribute("max", String(Math.max(1, kept.backups?.total ?? 1)));
      progress.setAttribute("value", String(kept.backups?.done ?? 0));
    } while (kept.backups?.state === "under way");
    show(kept);
  } catch (no) {
    fill(need("#kept"), errorNote(no));
  }
  progress.hidden = true;
}

/** Show what is kept, look again now and then, and start a backup on request. @param {Kept} kept */
export function watchBackups(kept) {
  show(kept);
  document.querySelector("#back-up")?.addEventListener("click", () => void backUp());
  setInterval(async () => {
    if (document.hidden) return;
    try {
      show(await get("/api/backups"));
    } catch {
      // the next look may succeed
    }
  }, EVERY);
}
