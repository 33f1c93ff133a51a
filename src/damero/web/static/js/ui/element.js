/** Making HTML elements. Text is always text: nothing that comes from outside is read as markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {string} name
 * @param {Record<string, unknown>} [properties] `class`, `on…` listeners, `data-…`, `aria-…`; false and null are left out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat().filter(isShown).map((child) => (typeof child === "number" ? String(child) : child)),
  );
  return element;
}

/** @param {Child} child @returns {child is Node | string | number} */
const isShown = (child) => child !== null && child !== undefined && child !== false;

/** @param {string} text @param {(event: Event) => void} onclick @param {Record<string, unknown>} [properties] */
export const button = (
  text,
  onclick,
  properties = {},
) => /** @type {HTMLButtonElement} */ (el("button", { type: "button", ...properties, onclick }, text));

/** @param {string} to @param {Child | Child[]} text @param {Record<string, unknown>} [properties] */
export const link = (to, text, properties = {}) => el("a", { href: to, ...properties }, ...[text].flat());

/**
 * A part of a page that is drawn again only when what it shows has changed, so that nothing swaps under a finger.
 * @template Value
 * @param {HTMLElement} holder @param {(value: Value) => (Child | Child[])} draw
 * @returns {(value: Value) => void}
 */
export function part(holder, draw) {
  let shown = "";
  return (value) => {
    const now = JSON.stringify(value);
    if (now === shown) return;
    shown = now;
    const children = [draw(value)].flat().filter(isShown);
    holder.replaceChildren(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  };
}
