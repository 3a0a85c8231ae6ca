/** What every page has: the switch between light and dark, remembered in a cookie that the server reads. */

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

/** Hours in the reader's own time. */
for (const time of document.querySelectorAll("time[data-hour]")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  const style = time.hasAttribute("data-exact")
    ? { dateStyle: "medium", timeStyle: "medium" }
    : { dateStyle: "medium", timeStyle: "short" };
  time.textContent = new Intl.DateTimeFormat(
    undefined,
    /** @type {Intl.DateTimeFormatOptions} */ (style),
  ).format(at);
}
