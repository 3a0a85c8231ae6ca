/** On every page of a player: a button that stops them from playing, at once. */

import { Refusal, post } from "../kit/api.js";
import { titledDialog } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { stopForm } from "./panel.js";

for (const button of document.querySelectorAll("[data-stop-playing]")) {
  const { dialog, title, body } = titledDialog("stop-title");
  title.textContent = "Stop playing";
  const said = h("p", { class: "said", role: "alert" });
  /** @param {Record<string, unknown>} command */
  const give = async (command) => {
    try {
      await post("/api/me/carded/commands", command);
      fill(body, h("p", { role: "status" }, "You are stopped from playing. Finish your round; then you leave the table."), said);
    } catch (no) {
      said.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again.";
    }
  };
  button.addEventListener("click", () => {
    said.textContent = "";
    fill(body, ...stopForm(give), said);
    dialog.showModal();
  });
}
