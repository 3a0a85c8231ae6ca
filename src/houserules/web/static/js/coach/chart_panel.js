/** The strategy chart beside a practice table: there or not, as somebody left it. */

import { chartTables } from "../odds/chart.js";
import { Refusal, getWhenReady } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";

const KEY = "houserules.chart";

export class ChartPanel {
  /** @param {string} rulebook */
  constructor(rulebook) {
    this.rulebook = rulebook;
    this.place = h("div", { class: "chart-scroll", tabindex: 0, role: "region" });
    this.place.setAttribute("aria-label", "Strategy chart");
    this.panel = h(
      "aside",
      { class: "chart-panel", id: "chart-panel", "aria-label": "Strategy", hidden: true },
      h(
        "div",
        { class: "chart-head" },
        h("h2", {}, "Strategy"),
        h(
          "button",
          { type: "button", class: "button quiet", onclick: () => void this.show(false) },
          "Close",
        ),
      ),
      this.place,
    );
    need(".room").append(this.panel);
    if (localStorage.getItem(KEY) === "beside") void this.show(true);
  }

  get isThere() {
    return !this.panel.hidden;
  }

  /** @param {boolean} there */
  async show(there) {
    localStorage.setItem(KEY, there ? "beside" : "away");
    this.panel.hidden = !there;
    if (!there || this.place.querySelector(".charts")) return;
    const said = "Computing the chart. The first time takes a few seconds…";
    fill(this.place, h("p", { role: "status" }, said));
    try {
      fill(this.place, chartTables(await getWhenReady(`/api/odds/${this.rulebook}/chart`)));
    } catch (no) {
      const text = no instanceof Refusal ? no.detail : "The chart could not be drawn.";
      fill(this.place, h("p", { class: "note bad" }, text));
    }
  }
}
