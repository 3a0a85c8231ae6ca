/** The cut: where in the stack the cutting card goes, within what the rules allow. */

import { h, s } from "../../kit/dom.js";
import { conductNotes } from "../conduct.js";

/**
 * Return the cut where it is offered: it lies over the cloth, so that the table does not move.
 * @param {import("./plan.js").Plan} plan
 * @param {import("../types.js").Table} table
 * @param {import("../types.js").Info} info
 * @param {import("./actions.js").Give} give
 */
export function cutOffered(plan, { table, shoe }, info, give) {
  if (!plan.cut || !shoe) return null;
  const proofs = `/shoes/${encodeURIComponent(table)}`;
  const player = info.staff && plan.cut.player; // at a real shoe, the dealer enters a player's cut
  const whose = player ? { player } : {};
  return cuttingPanel(
    {
      who: player || "You",
      left: shoe.left,
      aside: info.cut_aside,
      commitment: shoe.commitment,
      proofs,
      conduct: conductNotes(info, "cut", "How the cards are cut"),
    },
    {
      cut: (depth) => give("cut-cards", { ...whose, depth }),
      decline: () => give("decline-cut", whose),
    },
  );
}

/**
 * Return the panel of the player before whom the shuffled stack lies.
 * @param {{who: string, left: number, aside: number, commitment: string | null, proofs: string, conduct: HTMLElement | null}} stack
 * @param {{cut: (depth: number) => void, decline: () => void}} acts
 */
function cuttingPanel({ who, left, aside, commitment, proofs, conduct }, acts) {
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
      h("b", {}, `${who} may cut the cards`),
      said,
      commitment &&
        h(
          "small",
          { title: `Commitment to this order: ${commitment}` },
          "Their order is committed and ",
          h("a", { href: proofs, target: "_blank" }, "can be proved"),
          ` (${commitment.slice(0, 8)}…).`,
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
      "Decline",
    ),
    conduct,
  );
}

function edges() {
  return Array.from({ length: 63 }, (_, n) => `M${7 + n * 3} 6V34`).join("");
}
