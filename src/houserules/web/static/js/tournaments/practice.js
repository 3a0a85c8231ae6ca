/** Practice tournaments: start one with one click, go back to its table, leave it. */

import { Refusal, ask, get, post } from "../kit/api.js";
import { h, need } from "../kit/dom.js";

const isKnown = () => Boolean(document.querySelector(".account-link"));

/** @param {unknown} no */
function showRefusal(no) {
  const said = no instanceof Refusal ? no.detail : "That did not work. Try again.";
  need("#practice-refused").replaceChildren(h("p", { class: "note bad", role: "alert" }, said));
}

/** Start a tournament by the form, as a guest if need be. @param {HTMLFormElement} form */
async function start(form) {
  const data = new FormData(form);
  if (!isKnown()) await post("/api/guest");
  const made = await ask("POST", "/api/practice-tournaments", {
    rulebook: data.get("rulebook"),
    players: Number(data.get("players")),
    rounds: Number(data.get("rounds")),
    stages: data.get("stages") || null,
  });
  goTo(made.table);
}

/** @param {string | null} table */
function goTo(table) {
  location.assign(table ? `/tables/${encodeURIComponent(table)}` : "/practice-tournaments");
}

/** @param {HTMLElement} button @param {() => Promise<unknown>} act */
async function press(button, act) {
  button.setAttribute("disabled", "");
  try {
    await act();
  } catch (no) {
    showRefusal(no);
  } finally {
    button.removeAttribute("disabled");
  }
}

const form = /** @type {HTMLFormElement} */ (need("#practice-tournament"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void press(need("button", form), () => start(form));
});

for (const button of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-resume], [data-leave]")
)) {
  const { resume, leave } = button.dataset;
  button.addEventListener("click", () =>
    void press(button, async () => {
      const name = encodeURIComponent(resume ?? leave ?? "");
      if (resume) return goTo((await get(`/api/practice-tournaments/${name}`)).table);
      await post(`/api/practice-tournaments/${name}/leave`);
      location.reload();
    }),
  );
}
