/** Renders the subset of Markdown that the rules pages use. Text is never parsed as markup. */

import { el, link } from "./element.js";

/** @typedef {{ kind: "heading", depth: number, text: string } | { kind: "paragraph", text: string }
 *   | { kind: "list", ordered: boolean, items: string[] } | { kind: "table", rows: string[][] }
 *   | { kind: "code", language: string, text: string }} Block */

/** @param {string} source @returns {Block[]} */
export function blocks(source) {
  const lines = source.split("\n");
  /** @type {Block[]} */
  const found = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at);
    if (block) found.push(block);
    at = next;
  }
  return found;
}

const LIST = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

/** @param {string[]} lines @param {number} at @returns {[Block | null, number]} */
function readBlock(lines, at) {
  const line = lines[at];
  const fence = /^(`{3,})(\w*)/.exec(line);
  if (fence) return readCode(lines, at, fence[1], fence[2]);
  const heading = /^(#{1,4})\s+(.*)$/.exec(line);
  if (heading) return [{ kind: "heading", depth: heading[1].length, text: heading[2] }, at + 1];
  if (line.startsWith("|")) return readTable(lines, at);
  if (LIST.test(line)) return readList(lines, at);
  return line.trim() === "" ? [null, at + 1] : readParagraph(lines, at);
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {string} mark
 * @param {string} language
 * @returns {[Block, number]}
 */
function readCode(lines, at, mark, language) {
  let end = at + 1;
  while (end < lines.length && lines[end].trimEnd() !== mark) end += 1;
  return [{ kind: "code", language, text: lines.slice(at + 1, end).join("\n") }, end + 1];
}

/** @param {string[]} lines @param {number} at @returns {[Block, number]} */
function readTable(lines, at) {
  let end = at;
  while (end < lines.length && lines[end].startsWith("|")) end += 1;
  const rows = lines.slice(at, end).filter((line) => !/^\|[\s:|-]+\|?$/.test(line));
  const cells = (/** @type {string} */ row) => row.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());
  return [{ kind: "table", rows: rows.map(cells) }, end];
}

/** @param {string[]} lines @param {number} at @returns {[Block, number]} */
function readList(lines, at) {
  /** @type {string[]} */
  const items = [];
  let end = at;
  for (; end < lines.length && lines[end].trim() !== ""; end += 1) {
    const item = LIST.exec(lines[end]);
    if (item) items.push(item[3]);
    else items[items.length - 1] += ` ${lines[end].trim()}`;
  }
  return [{ kind: "list", ordered: /^\s*\d/.test(lines[at]), items }, end];
}

/** @param {string[]} lines @param {number} at @returns {[Block, number]} */
function readParagraph(lines, at) {
  let end = at;
  while (end < lines.length && lines[end].trim() !== "" && !/^(#|\||`{3})/.test(lines[end]) && !LIST.test(lines[end])) {
    end += 1;
  }
  return [{ kind: "paragraph", text: lines.slice(at, Math.max(end, at + 1)).join(" ") }, Math.max(end, at + 1)];
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)\s]+\))/;

/** @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  return text.split(INLINE).filter(Boolean).map((piece) => {
    if (piece.startsWith("`")) return el("code", {}, piece.slice(1, -1));
    if (piece.startsWith("**")) return el("strong", {}, ...inline(piece.slice(2, -2)));
    if (piece.startsWith("*") && piece.length > 2) return el("em", {}, piece.slice(1, -1));
    const target = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece);
    return target ? renderLink(target[1], target[2]) : piece;
  });
}

/**
 * Links to other rules pages become routes. Other links stay text unless they are web addresses.
 * @param {string} text
 * @param {string} to
 */
function renderLink(text, to) {
  const page = /^([\w-]+)\.md(#.*)?$/.exec(to);
  if (page) return link(`/rules/${page[1]}`, text);
  return /^https?:\/\//.test(to) ? link(to, text, { rel: "noopener", target: "_blank" }) : text;
}

/** @param {Block} block @returns {HTMLElement} */
export function renderBlock(block) {
  switch (block.kind) {
    case "heading":
      return el(`h${Math.min(block.depth, 4)}`, {}, ...inline(block.text));
    case "paragraph":
      return el("p", {}, ...inline(block.text));
    case "list":
      return el(block.ordered ? "ol" : "ul", {}, block.items.map((item) => el("li", {}, ...inline(item))));
    case "table":
      return el("div", { class: "scrollable", tabindex: "0" }, table(block.rows));
    case "code":
      return el("pre", {}, el("code", {}, block.text));
  }
}

/** @param {string[][]} rows */
function table([head, ...body]) {
  const cells = (/** @type {string} */ name, /** @type {string[]} */ row) =>
    row.map((cell) => el(name, {}, ...inline(cell)));
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, cells("th", head))),
    el("tbody", {}, body.map((row) => el("tr", {}, cells("td", row)))),
  );
}
