/** Making SVG elements. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The elements of our own artwork, which is written as markup. @param {string} markup @returns {Element[]} */
export function drawn(markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SPACE}">${markup}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((element) => document.importNode(element, true));
}
