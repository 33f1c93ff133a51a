/** A game with variations, comments and glyphs, as an immutable value; its JSON is that of the library. */

/**
 * @typedef {object} TreeNode a move with what somebody noted about it, and the moves that follow it, the main one first
 * @property {string} move
 * @property {string} comment
 * @property {string} before a comment before the move
 * @property {number[]} glyphs
 * @property {Record<string, number>} facts clock, time and evaluation, kept as they are
 * @property {TreeNode[]} children
 */
/** A place in the tree: the moves that lead there. @typedef {string[]} Path */
/** @typedef {Omit<TreeNode, "move"> & { head: Record<string, unknown> }} Tree the head: game, start, result, headers … */
/** @typedef {Partial<Pick<TreeNode, "comment" | "before" | "glyphs">>} Annotations */
/** @typedef {string | Record<string, any>} JsonPart */

const FACTS = /** @type {const} */ (["t", "e", "s"]);

/** @param {string} move @returns {TreeNode} */
const plain = (move) => ({ move, comment: "", before: "", glyphs: [], facts: {}, children: [] });

/** @param {Record<string, any>} item @returns {TreeNode} */
const annotated = ({ m, c = "", b = "", g = [], ...more }) => ({
  ...plain(m),
  comment: c,
  before: b,
  glyphs: g,
  facts: Object.fromEntries(FACTS.filter((fact) => fact in more).map((fact) => [fact, more[fact]])),
});

/** The first move of a line with its alternatives. @param {JsonPart[]} line @returns {TreeNode[]} */
function readLine(line) {
  const items = line.flatMap((part) =>
    typeof part === "string" ? part.split(" ").filter(Boolean).map((m) => ({ m })) : [part]
  );
  /** @type {TreeNode[]} */
  let following = [];
  for (const item of items.reverse()) {
    const others = (/** @type {any} */ (item).v ?? []).flatMap((/** @type {JsonPart[]} */ other) => readLine(other));
    following = [{ ...annotated(item), children: following }, ...others];
  }
  return following;
}

/** @param {string} text @returns {Tree} */
export function readTree(text) {
  const { moves, comment = "", ...head } = JSON.parse(text);
  return { head, comment, before: "", glyphs: [], facts: {}, children: readLine(moves) };
}

/** @param {TreeNode} node @param {TreeNode[]} others @returns {JsonPart} */
function writeItem({ move, comment, before, glyphs, facts }, others) {
  const item = {
    m: move,
    ...(comment ? { c: comment } : {}),
    ...(before ? { b: before } : {}),
    ...(glyphs.length > 0 ? { g: glyphs } : {}),
    ...facts,
    ...(others.length > 0 ? { v: others.map((other) => writeLine([other])) } : {}),
  };
  return Object.keys(item).length > 1 ? item : move;
}

/** @param {TreeNode[]} following @returns {JsonPart[]} */
function writeLine(following) {
  /** @type {JsonPart[]} */
  const line = [];
  while (following.length > 0) {
    const [main, ...others] = following;
    const item = writeItem(main, others);
    const last = line.at(-1);
    if (typeof item === "string" && typeof last === "string") line[line.length - 1] = `${last} ${item}`;
    else line.push(item);
    following = main.children;
  }
  return line;
}

/** @param {Tree} tree @returns {string} */
export const writeTree = ({ head, comment, children }) =>
  JSON.stringify({ ...head, moves: writeLine(children), ...(comment ? { comment } : {}) });

/** The node at a path; null if there is none. @param {Tree} tree @param {Path} path @returns {TreeNode | Tree | null} */
export function nodeAt(tree, path) {
  /** @type {TreeNode | Tree | null} */
  let node = tree;
  for (const move of path) node = node?.children.find((child) => child.move === move) ?? null;
  return node;
}

/** A path continued to the end of its line. @param {Tree} tree @param {Path} path @returns {Path} */
export function mainPath(tree, path = []) {
  const moves = [...path];
  for (let node = nodeAt(tree, path); node?.children.length; node = node.children[0]) moves.push(node.children[0].move);
  return moves;
}

/**
 * @template {{ children: TreeNode[] }} Node
 * @param {Node} node @param {Path} path @param {(node: any) => any} change @returns {Node}
 */
function changed(node, [first, ...rest], change) {
  if (first === undefined) return change(node);
  return {
    ...node,
    children: node.children.map((child) => (child.move === first ? changed(child, rest, change) : child)),
  };
}

/** Adds a move after a path, unless it is there. @param {Tree} tree @param {Path} path @param {string} move */
export function addMove(tree, path, move) {
  if (nodeAt(tree, [...path, move])) return tree;
  return changed(tree, path, (node) => ({ ...node, children: [...node.children, plain(move)] }));
}

/** @param {Tree} tree @param {Path} path @param {(siblings: TreeNode[], move: string) => TreeNode[]} change */
const withSiblings = (tree, path, change) =>
  changed(tree, path.slice(0, -1), (node) => ({ ...node, children: change(node.children, path[path.length - 1]) }));

/** Deletes a move with everything that follows it. @param {Tree} tree @param {Path} path @returns {Tree} */
export const deleteMove = (tree, path) =>
  withSiblings(tree, path, (siblings, move) => siblings.filter((sibling) => sibling.move !== move));

/** How many moves at the start of a path belong to the main line, or to the line that a longer path would leave last.
 * @param {Tree} tree @param {Path} path @returns {number} the length of the path up to its last variation; 0 for none */
export function lastParting(tree, path) {
  let parting = 0;
  /** @type {{ children: TreeNode[] } | undefined} */
  let node = tree;
  path.forEach((move, index) => {
    if (node?.children[0]?.move !== move) parting = index + 1;
    node = node?.children.find((child) => child.move === move);
  });
  return parting;
}

/** Exchanges the innermost variation of a path for the moves that it replaces. @param {Tree} tree @param {Path} path @returns {Tree} */
export function promote(tree, path) {
  const parting = lastParting(tree, path);
  if (parting === 0) return tree;
  return withSiblings(tree, path.slice(0, parting), (siblings, move) => [
    ...siblings.filter((sibling) => sibling.move === move),
    ...siblings.filter((sibling) => sibling.move !== move),
  ]);
}

/** @param {Tree} tree @param {Path} path @param {Annotations} annotations @returns {Tree} */
export const annotate = (tree, path, annotations) => changed(tree, path, (node) => ({ ...node, ...annotations }));

/** The ends of all lines, the main line's first. @param {Tree} tree @returns {Path[]} */
export function leaves(tree) {
  /** @type {Path[]} */
  const found = [];
  /** @type {{ node: { children: TreeNode[] }, path: Path }[]} */
  const waiting = [{ node: tree, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next;
    if (node.children.length === 0) found.push(path);
    waiting.push(...[...node.children].reverse().map((child) => ({ node: child, path: [...path, child.move] })));
  }
  return found;
}

/** A path as a short text: its length, and where it leaves first moves. @param {Tree} tree @param {Path} path @returns {string} */
export function writePlace(tree, path) {
  const parts = [String(path.length)];
  /** @type {{ children: TreeNode[] } | undefined} */
  let node = tree;
  path.forEach((move, index) => {
    const choice = node?.children.findIndex((child) => child.move === move) ?? 0;
    if (choice > 0) parts.push(`${index}.${choice}`);
    node = node?.children[choice];
  });
  return parts.join("_");
}

/** The path that a text names, as far as the tree has it. @param {Tree} tree @param {string} text @returns {Path} */
export function readPlace(tree, text) {
  const [length, ...partings] = text.split("_");
  const choices = new Map(partings.map((part) => part.split(".").map(Number)).map(([at, choice]) => [at, choice]));
  /** @type {Path} */
  const path = [];
  /** @type {{ children: TreeNode[] } | undefined} */
  let node = tree;
  while (path.length < (Number(length) || 0)) {
    /** @type {TreeNode | undefined} */
    const next = node?.children[choices.get(path.length) ?? 0];
    if (!next) break;
    path.push(next.move);
    node = next;
  }
  return path;
}
