/** The floor: seats drawn round each table, and one click to sit down. */

import { cardElement } from "./cards/card.js";
import { need, s } from "./kit/dom.js";
import "./practice.js";

/** @param {Element} picture */
function drawSeats(picture) {
  const boxes = Number(picture.getAttribute("data-boxes"));
  const taken = (picture.getAttribute("data-taken") ?? "").split(" ").map(Number);
  for (let seat = 1; seat <= boxes; seat++) {
    const angle = ((boxes - seat + 0.5) / boxes) * Math.PI;
    const [cx, cy] = [100 - 88 * Math.cos(angle), 10 + 60 * Math.sin(angle)];
    picture.append(
      s("circle", { cx, cy, r: 6.5, class: taken.includes(seat) ? "seat taken" : "seat" }),
    );
  }
}

document.querySelectorAll(".table-seats").forEach(drawSeats);
need("#fan").append(...["7s", "7h", "7d", "Ad", "Jd"].map(cardElement));
