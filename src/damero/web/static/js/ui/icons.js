/** The icons of the interface, as strokes in a box of 24 by 24. */

import { svg } from "../board/svg.js";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M18 5v14M5 5l9 7-9 7",
  flip:
    "M4 9a8.500 8.500 0 0 1 14.500-2.500L20 8M20 3.500V8h-4.500M20 15a8.500 8.500 0 0 1-14.500 2.500L4 16M4 20.500V16h4.500",
  sound: "M4 9v6h4l6 5V4L8 9ZM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9v6h4l6 5V4L8 9ZM17 9.5l5 5M22 9.5l-5 5",
  flag: "M6 21V4M6 5c5-3 7 3 13 0v9c-6 3-8-3-13 0",
  half: "M4 12h16M7 8l-4 4 4 4M17 8l4 4-4 4",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 11h-3",
  again: "M4 12a8 8 0 1 1 3 6M4 12V6M4 12h6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 11c-.5.4-.5 1-.5 1.500h-6c0-.5 0-1.100-.5-1.500A6 6 0 0 1 12 3Z",
  plus: "M12 5v14M5 12h14",
  search: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.500 15.500l5 5",
  play: "M7 4l13 8-13 8Z",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6L6 18",
  share:
    "M8 12l8-5M8 12l8 5M6 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM20 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM20 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
  eye: "M2 12q10-12 20 0q-10 12-20 0ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  focus: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M12 12h.01",
  resize: "M20 9L9 20M20 15l-5 5",
  board: "M4 4h16v16H4ZM12 4v16M4 12h16",
  book: "M4 5c4-2 6-1 8 1 2-2 4-3 8-1v14c-4-2-6-1-8 1-2-2-4-3-8-1ZM12 6v14",
  cap: "M2 9l10-5 10 5-10 5ZM6 11v5c3 3 9 3 12 0v-5M22 9v6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.500M18 14.500c2.500.8 3.500 2.900 3.500 5.500",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  cog:
    "M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM19 12l2-1.500-2-3.500-2.400.9-1.700-1L14.500 4h-5l-.4 2.900-1.700 1L5 7l-2 3.500L5 12l-2 1.500 2 3.500 2.400-.9 1.700 1 .4 2.900h5l.4-2.900 1.700-1 2.400.9 2-3.500Z",
};

/** @param {keyof typeof PATHS} name @returns {SVGElement} */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
