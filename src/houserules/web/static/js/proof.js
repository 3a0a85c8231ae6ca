/** The proof of a shoe, made in the browser and shown check by check. */

import { get } from "./kit/api.js";
import { cardElement } from "./cards/card.js";
import { fill, h, need } from "./kit/dom.js";
import { checkItem } from "./kit/check_item.js";
import { cardsDealt, checksOf, redealtCheck } from "./proof_checks.js";

/** @typedef {import("./proof_checks.js").Segment} Segment */

function noted() {
  const note = /** @type {HTMLInputElement} */ (need("#noted"));
  const look = () => {
    const text = note.value.trim().toLowerCase();
    note.setAttribute(
      "aria-invalid",
      String(text !== "" && text !== need("#commitment").textContent),
    );
    note.classList.toggle("matches", text === need("#commitment").textContent);
  };
  note.addEventListener("input", look);
  look();
}

async function verify() {
  const place = document.querySelector("[data-record]");
  if (!place) return;
  const list = need("#checks");
  try {
    const record = /** @type {{segments: Segment[], redealt?: number[]}} */ (
      await get(place.getAttribute("data-record") ?? "")
    );
    const { segments } = record;
    const checks = [...(await Promise.all(segments.map(checksOf))).flat(), redealtCheck(record)];
    const failed = checks.filter((each) => each.passed === false).length;
    const unmade = checks.filter((each) => each.passed === null).length;
    fill(
      list,
      checks.map(checkItem),
      h(
        "li",
        { class: `${failed ? "failed" : unmade ? "unknown" : "passed"} verdict` },
        failed
          ? `Not verified: ${failed} of ${checks.length} checks failed.`
          : unmade
            ? `Verified in part: ${unmade} of ${checks.length} checks could not be made.`
            : "Verified.",
      ),
    );
    fill(
      need("#stack"),
      segments.flatMap((segment) =>
        cardsDealt(segment).map((card, n) =>
          h(
            "span",
            { class: "stacked" },
            cardElement(card),
            h(
              "small",
              {},
              n === 0 && segment.burn
                ? "burned"
                : (segment.out.filter((each) => each.card && !each.from)[
                    n - Number(Boolean(segment.burn))
                  ]?.to ?? ""),
            ),
          ),
        ),
      ),
    );
  } catch (no) {
    fill(list, h("li", { class: "failed" }, /** @type {Error} */ (no).message));
  }
}

noted();
void verify();
