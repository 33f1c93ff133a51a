/** Creating SVG elements. */

export const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Parses our own artwork: the elements inside an SVG document. @param {string} text @returns {Element[]} */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return [...parsed.documentElement.children].map((element) => document.importNode(element, true));
}
