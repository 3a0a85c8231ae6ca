/** As much of a page as modules need that build elements: no layout, no events. */

class FakeElement {
  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {(FakeElement | string)[]} */
    this.children = [];
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }

  addEventListener() {}

  /** @param {...(FakeElement | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @returns {FakeElement[]} this element and everything inside it */
  get all() {
    const inner = this.children.filter((child) => child instanceof FakeElement);
    return [this, ...inner.flatMap((child) => child.all)];
  }

  /** @returns {string} */
  get text() {
    return this.children.map((child) => (child instanceof FakeElement ? child.text : child)).join("");
  }
}

/**
 * Let modules that are imported from now on find a page in this time zone.
 * @param {string} [zone]
 */
export function installFakeDom(zone = "Australia/Sydney") {
  Reflect.set(globalThis, "document", {
    documentElement: { dataset: { zone } },
    createElement: (/** @type {string} */ tag) => new FakeElement(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new FakeElement(tag),
  });
}

/**
 * See a real element as the fake one that it is.
 * @param {unknown} element
 */
export const fake = (element) => /** @type {FakeElement} */ (element);
