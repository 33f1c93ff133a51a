/** Creating HTML elements. Text is always inserted as text, never parsed as markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {string} name
 * @param {Record<string, unknown>} [properties] attributes and `on…` listeners; false, null and undefined are skipped
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

/** The address of the link in an element that has the focus. @param {HTMLElement} holder */
function focusedAddress(holder) {
  const focused = holder.contains(document.activeElement) ? document.activeElement : null;
  return focused?.getAttribute("href") ?? null;
}

/** @param {HTMLElement} holder @param {string} address */
const linkTo = (holder, address) => [...holder.querySelectorAll("a")].find((a) => a.getAttribute("href") === address);

/**
 * Returns a function that renders into an element only when the value has changed, so that buttons are not replaced while
 * somebody presses them. A focused link keeps the focus.
 * @template Value
 * @param {HTMLElement} holder @param {(value: Value) => (Child | Child[])} render
 * @returns {(value: Value) => void}
 */
export function renderOnChange(holder, render) {
  let rendered = "";
  return (value) => {
    const now = JSON.stringify(value);
    if (now === rendered) return;
    rendered = now;
    const children = [render(value)].flat().filter(isShown);
    const focused = focusedAddress(holder);
    holder.replaceChildren(...children.map((child) => (typeof child === "number" ? String(child) : child)));
    if (focused) linkTo(holder, focused)?.focus({ preventScroll: true });
  };
}

/** A text in which one of its values stands out. @param {string} text @param {string} value @returns {(Node | string)[]} */
export function stressed(text, value) {
  const at = text.indexOf(value);
  return at < 0 ? [text] : [text.slice(0, at), el("strong", {}, value), text.slice(at + value.length)];
}
