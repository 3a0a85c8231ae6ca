/** The keyboard: a letter for every action, arrows between boxes; letters can be switched off. */

const OFF = "houserules.letters-off";

/** Whether single letters act. */
export const lettersAct = () => localStorage.getItem(OFF) === null;

/** @param {boolean} on */
export function switchLetters(on) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
}

/** What a card may begin with: where cards are typed, none of these does anything else. */
const CARD = /^[a1-9tjqk]$/;

/**
 * @param {{boxes: () => HTMLElement[], read: () => void, help: () => void, typesCards: boolean}} acts
 */
export function listenForKeys({ boxes, read, help, typesCards }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]"))
      return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.repeat && event.key.length === 1) return; // a key that is held down acts once
    const letter = event.key.toLowerCase();
    const scan = /** @type {HTMLInputElement | null} */ (document.querySelector(".dock .scan"));
    if (target === scan) {
      if (scan.value || CARD.test(letter) || !lettersAct()) return;
      if (letter === "?") help();
      else if (!press(letter)) return;
      return event.preventDefault();
    }
    if (typesCards && CARD.test(letter) && !target.matches("input, select, textarea"))
      return scan?.focus(); // where the letter then goes
    if (target.matches(".spot") && event.key.length > 1) return rove(event, boxes());
    if (target.matches("input:not([type=radio]), select, textarea") || !lettersAct()) return;
    if (letter === "b")
      boxes()
        .find((spot) => spot.tabIndex === 0)
        ?.focus();
    else if (letter === "t") read();
    else if (letter === "?") help();
    else return press(letter) && event.preventDefault();
    event.preventDefault();
  });
}

/**
 * Press the button that has this letter.
 * @param {string} letter
 */
function press(letter) {
  if (!/^[a-z]$/.test(letter)) return false;
  const button = /** @type {HTMLElement | null} */ (
    document.querySelector(`:is(.dock-body:not([inert]), .over) [aria-keyshortcuts="${letter}"]`)
  );
  button?.click();
  return button !== null;
}

/**
 * Go from box to box; on the screen number 1 is at the right.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} spots
 */
function rove(event, spots) {
  const steps = /** @type {Record<string, number>} */ ({
    ArrowLeft: 1,
    ArrowUp: 1,
    ArrowRight: -1,
    ArrowDown: -1,
  });
  const here = spots.indexOf(/** @type {HTMLElement} */ (event.target));
  const last = spots.length - 1;
  const to =
    event.key === "Home"
      ? last
      : event.key === "End"
        ? 0
        : event.key in steps
          ? Math.max(0, Math.min(last, here + steps[event.key]))
          : -1;
  if (to < 0) return;
  event.preventDefault();
  for (const spot of spots) spot.tabIndex = -1;
  spots[to].tabIndex = 0;
  spots[to].focus();
}
