/** Movement: a card slides from the shoe to its place; a chip follows the finger. */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Let cards come from the shoe.
 * @param {HTMLElement[]} cards
 * @param {HTMLElement} shoe
 */
export function slideFromShoe(cards, shoe) {
  if (STILL.matches || !cards.length) return;
  const from = shoe.getBoundingClientRect();
  for (const card of cards) {
    const to = card.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top + from.height / 2 - to.top;
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(-14deg) scale(0.8)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 300, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
    );
  }
}

/**
 * Let chips of a tray be dragged to a box.
 * @param {HTMLElement} dock
 * @param {(box: number, value: number) => void} drop
 */
export function makeDraggable(dock, drop) {
  dock.addEventListener("pointerdown", (event) => {
    const chip = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("[data-chip]")
    );
    if (chip && event.button === 0) follow(chip, event, drop);
  });
}

/**
 * @param {HTMLElement} chip
 * @param {PointerEvent} start
 * @param {(box: number, value: number) => void} drop
 */
function follow(chip, start, drop) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Element | null} */
  let target = null;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 8)
      return;
    ghost ??= ghostOf(chip);
    ghost.style.setProperty(
      "transform",
      `translate(${event.clientX - 28}px, ${event.clientY - 28}px)`,
    );
    const over =
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest(".box")
        ?.querySelector(".spot") ?? null;
    if (over === target) return;
    target?.classList.remove("is-target");
    target = over;
    target?.classList.add("is-target");
  };
  const end = () => {
    removeEventListener("pointermove", move);
    target?.classList.remove("is-target");
    ghost?.remove();
    const box = ghost && /** @type {HTMLElement | null} */ (target)?.dataset.box;
    if (box) drop(Number(box), Number(chip.dataset.chip));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end, { once: true });
  addEventListener("pointercancel", end, { once: true });
}

/** @param {HTMLElement} chip */
function ghostOf(chip) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(/** @type {Node} */ (chip.querySelector("svg")).cloneNode(true));
  document.body.append(ghost);
  return ghost;
}
