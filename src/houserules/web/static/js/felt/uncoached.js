/** In the coach's place at a live table, where nobody is advised. */

/**
 * @typedef {{readonly mode: "off" | "asked" | "mistakes", readonly spots: readonly object[],
 *   look: (shown: import("./types.js").Shown) => void, advise: (dock: HTMLElement) => Promise<void>,
 *   chose: (name: string, fields?: Record<string, unknown>) => Promise<void>}} Coaching
 */

/** @type {Coaching} */
export const UNCOACHED = Object.freeze({
  mode: "off",
  spots: Object.freeze([]),
  look: () => {},
  advise: async () => {},
  chose: async () => {},
});
