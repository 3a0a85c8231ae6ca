/** What is printed on the cloth, along an arc: from the sign itself. */

import { s } from "../kit/dom.js";

/**
 * Print up to three lines, the first largest.
 * @param {string[]} lines
 */
export function inscriptions(lines) {
  const shown = lines.slice(0, 3);
  return s(
    "svg",
    { viewBox: "0 0 1000 190", class: "inscriptions", "aria-hidden": "true" },
    shown.map((line, n) => {
      const id = `arc-${n}`;
      const y = 8 + n * 46;
      return [
        s("path", { id, d: `M60 ${y} Q500 ${y + 150} 940 ${y}`, fill: "none" }),
        s(
          "text",
          { class: n === 0 && line.length < 30 ? "print print-first" : "print" },
          s("textPath", { href: `#${id}`, startOffset: "50%" }, line.toUpperCase()),
        ),
      ];
    }),
  );
}
