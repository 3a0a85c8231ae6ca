/** Elements without HTML in strings: everything that is shown is text or an attribute. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | Children} Child
 * @typedef {Record<string, unknown>} Props attributes; `on…` listens, `.…` sets a property
 */

/** @typedef {readonly Child[]} Children */

/**
 * Return an HTML element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  return /** @type {HTMLElement} */ (build(document.createElement(tag), props, children));
}

/**
 * Return an SVG element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  return /** @type {SVGElement} */ (build(document.createElementNS(SVG, tag), props, children));
}

/**
 * Put attributes, listeners and children on an element.
 * @template {Element} E
 * @param {E} element
 * @param {Props} props
 * @param {Child[]} children
 * @returns {E}
 */
function build(element, props, children) {
  for (const [name, value] of Object.entries(props)) put(element, name, value);
  element.append(...flatNodes(children));
  return element;
}

/**
 * Set one attribute, property or listener; null and false take an attribute away.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function put(element, name, value) {
  if (name.startsWith("on"))
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name.startsWith(".")) Reflect.set(element, name.slice(1), value);
  else if (name.startsWith("--"))
    /** @type {HTMLElement} */ (element).style.setProperty(name, String(value));
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Return the children that are there, numbers as text.
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function flatNodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false || child === "") return [];
    if (child instanceof Array) return flatNodes(child);
    return typeof child === "number" ? String(child) : child;
  });
}

/**
 * Return the element that a page must have.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function need(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Show these children and no others; nothing is touched where they are the same nodes.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...flatNodes(children));
}
