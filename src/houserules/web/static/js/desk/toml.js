/** Conditions as TOML, for people who would rather edit text. */

/** @typedef {Record<string, any>} Table */

/** @param {unknown} value @returns {value is Table} */
const isTable = (value) => typeof value === "object" && value !== null && !(value instanceof Array);

/** @param {unknown} value @returns {value is Table[]} */
const isRows = (value) => value instanceof Array && value.length > 0 && value.every(isTable);

/**
 * Write a table and what is in it: plain values first, then its sections, then its rows.
 * @param {Table} table
 */
export const toToml = (table) => `${lines(table, "").join("\n").trim()}\n`;

/**
 * @param {Table} table
 * @param {string} path
 * @returns {string[]}
 */
function lines(table, path) {
  const entries = Object.entries(table);
  const plain = entries.filter(([, value]) => !isTable(value) && (path !== "" || !isRows(value)));
  const sections = entries.filter(([, value]) => isTable(value));
  const rows = path === "" ? entries.filter(([, value]) => isRows(value)) : [];
  return [
    ...plain.map(([key, value]) => `${key} = ${written(value)}`),
    ...sections.flatMap(([key, value]) => ["", `[${path}${key}]`, ...lines(value, `${path}${key}.`)]),
    ...rows.flatMap(([key, value]) =>
      /** @type {Table[]} */ (value).flatMap((row) => ["", `[[${key}]]`, ...lines(row, `${key}.`)]),
    ),
  ];
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function written(value) {
  if (value instanceof Array) {
    if (!isRows(value)) return `[${value.map(written).join(", ")}]`;
    return `[\n${value.map((row) => `  ${inline(row)},\n`).join("")}]`;
  }
  if (isTable(value)) return inline(value);
  if (typeof value === "string") return quoted(value);
  return String(value);
}

/** @param {Table} table */
const inline = (table) =>
  `{ ${Object.entries(table)
    .map(([key, value]) => `${key} = ${value instanceof Array ? `[${value.map(written).join(", ")}]` : written(value)}`)
    .join(", ")} }`;

/** JSON quotes as TOML does, except for one control character. @param {string} text */
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
