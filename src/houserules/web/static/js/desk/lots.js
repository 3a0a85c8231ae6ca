/** Names in an order, and lots drawn for it. */

/**
 * The names in a text, one per line.
 * @param {string} text
 */
export const namesIn = (text) =>
  text
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean);

/**
 * Return names in an order that chance decides, all orders equally likely.
 * @param {readonly string[]} names
 * @param {(below: number) => number} below a random number from 0
 */
export function inRandomOrder(names, below) {
  const order = [...names];
  for (let last = order.length - 1; last > 0; last--) {
    const place = below(last + 1);
    [order[last], order[place]] = [order[place], order[last]];
  }
  return order;
}

/**
 * Return a random number from 0, all equally likely.
 * @param {number} limit below it
 */
export function randomBelow(limit) {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint32Array(1));
    if (value < fair) return value % limit;
  }
}
