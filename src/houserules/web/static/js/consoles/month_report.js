/** The month's report of wrong payments to the regulator: shown in the office, and saved as a file. */

import { get } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { errorNote } from "./entries.js";

/** @param {import("../messages.js").PaymentReported} each */
const row = (each) =>
  h(
    "tr",
    {},
    h("td", { class: "when" }, each.found_local),
    h("td", {}, `${each.table}, round ${each.round}${each.box ? `, box ${each.box}` : ""}`),
    h("td", {}, each.player ?? "not identified"),
    h("td", { class: "number" }, money(each.paid)),
    h("td", { class: "number" }, money(each.due)),
    h(
      "td",
      { class: "number" },
      each.over > 0 ? `${money(each.over)} too much` : `${money(-each.over)} too little`,
    ),
    h(
      "td",
      {},
      each.rectified ? "Rectified. " : "Not rectified. ",
      each.suspected && "Suspected to be intentional. ",
      each.excused && "Not a breach. ",
      each.no_credit && "Not credit. ",
      each.duties.map((duty) => [
        duty.what,
        " ",
        h("span", { class: "clause" }, duty.clause),
        " ",
      ]),
    ),
    h("td", { class: "clause" }, each.clause),
  );

/** @param {import("../messages.js").PaymentReport} report */
function shown(report) {
  if (!report.payments.length)
    return h(
      "p",
      { class: "empty" },
      `Nothing to report to the ${report.to} for ${report.month} (${report.zone}).`,
    );
  return [
    h(
      "div",
      {
        class: "scroller",
        tabindex: 0,
        role: "region",
        "aria-label": `Report to the ${report.to}, ${report.month}`,
      },
      h(
        "table",
        { class: "register" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Found", "Where", "Patron", "Paid", "Due", "Error", "Status", "Clause"].map((name) =>
              h("th", { scope: "col" }, name),
            ),
          ),
        ),
        h("tbody", {}, report.payments.map(row)),
      ),
    ),
    h(
      "p",
      { class: "row" },
      h(
        "a",
        {
          class: "button",
          download: `wrong-payments-${report.month}.json`,
          href: URL.createObjectURL(
            new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }),
          ),
        },
        "Save as JSON",
      ),
    ),
  ];
}

/** Show the report of the month that is chosen, now and whenever another one is. */
export function monthReport() {
  const month = /** @type {HTMLInputElement} */ (need("#report-month"));
  const place = need("#report");
  let asked = 0; // an answer that comes after another month was chosen is dropped
  const load = async () => {
    asked += 1;
    const number = asked;
    try {
      const report = await get(`/api/reports/payments?month=${encodeURIComponent(month.value)}`);
      if (number !== asked) return;
      month.value = report.month;
      fill(place, shown(report));
    } catch (no) {
      if (number === asked) fill(place, errorNote(no));
    }
  };
  month.addEventListener("change", () => void load());
  void load();
}
