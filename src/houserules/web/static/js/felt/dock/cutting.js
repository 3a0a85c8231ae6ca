/** The cut: where in the stack the cutting card goes, within what the rules allow. */

import { h, s } from "../../kit/dom.js";

/**
 * Give the panel of the player before whom the shuffled stack lies.
 * @param {{left: number, aside: number, commitment: string | null}} stack
 * @param {{cut: (depth: number) => void, decline: () => void}} acts
 */
export function cuttingPanel({ left, aside, commitment }, acts) {
  const [least, most] = [aside, left - aside];
  const middle = Math.floor(left / 2);
  const marker = s("path", { class: "cut-marker" });
  const slider = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "range",
      class: "slider",
      min: least,
      max: most,
      step: 1,
      ".value": String(middle),
      "aria-label": "Cards in front of the cutting card",
      "data-key": "cut-depth",
    })
  );
  const said = h("output", { class: "number" }, `behind card ${middle}`);
  const place = () => {
    const x = 4 + (Number(slider.value) / left) * 192;
    marker.setAttribute("d", `M${x} 2V38`);
    said.textContent = `behind card ${slider.value}`;
  };
  slider.addEventListener("input", place);
  place();
  return h(
    "div",
    { class: "cutting" },
    h(
      "div",
      { class: "cut-stack" },
      s(
        "svg",
        { viewBox: "0 0 200 40", "aria-hidden": "true", preserveAspectRatio: "none" },
        s("rect", { x: 4, y: 6, width: 192, height: 28, rx: 2, class: "cut-cards" }),
        s("path", { d: edges(), class: "cut-edges" }),
        marker,
      ),
      slider,
    ),
    h(
      "div",
      { class: "cut-text" },
      h("b", {}, "You may cut the cards"),
      said,
      commitment &&
        h(
          "small",
          { title: `Commitment to this order: ${commitment}` },
          `fixed as ${commitment.slice(0, 8)}…`,
        ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button",
        "data-key": "cut",
        "aria-keyshortcuts": "c",
        onclick: () => acts.cut(Number(slider.value)),
      },
      "Cut here",
      h("kbd", { "aria-hidden": "true" }, "C"),
    ),
    h(
      "button",
      { type: "button", class: "button quiet", "data-key": "cut-decline", onclick: acts.decline },
      "Leave it",
    ),
  );
}

function edges() {
  return Array.from({ length: 63 }, (_, n) => `M${7 + n * 3} 6V34`).join("");
}
