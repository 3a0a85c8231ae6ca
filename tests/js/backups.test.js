import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";

installFakeDom();
const { ageText, sizeText } = await import(
  "../../src/houserules/web/static/js/consoles/backups.js"
);

test("an age is said in its largest unit", () => {
  assert.deepEqual(
    [0, 1, 59, 60, 119, 3599, 3600, 7200, 86_399, 86_400, 200_000].map(ageText),
    [
      ...["0 seconds", "1 second", "59 seconds", "1 minute", "1 minute", "59 minutes"],
      ...["1 hour", "2 hours", "23 hours", "1 day", "2 days"],
    ],
  );
});

test("a size is said in steps of a thousand", () => {
  assert.deepEqual(
    [0, 999, 1000, 1_234_567, 999_999_999, 5e9, 2e12, 3e15].map(sizeText),
    ["0 bytes", "999 bytes", "1.0 kB", "1.2 MB", "1000.0 MB", "5.0 GB", "2.0 TB", "3000.0 TB"],
  );
});
