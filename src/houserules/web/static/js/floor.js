/** The floor: seats drawn round each table, and one click to sit down. */

import { cardOf } from "./cards/card.js";
import { Refused, post } from "./kit/api.js";
import { h, need, s } from "./kit/dom.js";

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

/** @param {HTMLElement} button */
async function play(button) {
  const table = button.dataset.play ?? "";
  const to = `/tables/${encodeURIComponent(table)}?sit`;
  button.setAttribute("disabled", "");
  try {
    if (!document.querySelector(".account-link")) {
      if (button.dataset.kind === "live")
        return location.assign(`/sign-in?next=${encodeURIComponent(to)}`);
      await post("/api/guest");
    }
    location.assign(to);
  } catch (no) {
    button.removeAttribute("disabled");
    need("#toasts").replaceChildren(
      h(
        "p",
        { class: "toast", role: "alert" },
        no instanceof Refused ? no.detail : "That did not work. Try again.",
      ),
    );
  }
}

document.querySelectorAll(".table-seats").forEach(drawSeats);
document
  .querySelectorAll("[data-play]")
  .forEach((button) =>
    button.addEventListener("click", () => void play(/** @type {HTMLElement} */ (button))),
  );
need("#fan").append(...["7s", "7h", "7d", "Ad", "Jd"].map(cardOf));
addEventListener("pageshow", () =>
  document.querySelectorAll("[data-play]").forEach((button) => button.removeAttribute("disabled")),
);
