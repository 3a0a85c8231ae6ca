/** What every page has: the switch between light and dark, remembered in a cookie that the server reads; times. */

import { dateTimeText } from "./casino_time.js";

const YEAR = 365 * 24 * 3600;

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR}; samesite=strict`;
  });
}

/** Times in the casino's zone. */
for (const time of document.querySelectorAll("time[data-hour]")) {
  const seconds = Date.parse(time.getAttribute("datetime") ?? "") / 1000;
  time.textContent = time.hasAttribute("data-exact")
    ? dateTimeText(seconds)
    : dateTimeText(seconds, { second: undefined });
}
