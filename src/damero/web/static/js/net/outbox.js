/** Commands that the server has not answered yet, in order. Pure values. */

/** @typedef {import("../wire.js").CommandFrame} CommandFrame */
/**
 * A command without its id. @template Frame @typedef {Frame extends unknown ? Omit<Frame, "command_id"> : never} WithoutId
 */
/** @typedef {WithoutId<CommandFrame>} Command */
/** @typedef {readonly { command: CommandFrame, addedAt: number, sentAt: number }[]} Outbox */

/** Milliseconds after which an unanswered command is sent again. */
export const RETRY_AFTER = 4000;
const LONGEST_BACKOFF = 5000;

/** @type {Outbox} */
export const EMPTY = Object.freeze([]);

/** @param {Outbox} outbox @param {CommandFrame} command @param {number} now @returns {Outbox} */
export const add = (outbox, command, now) =>
  outbox.some((entry) => entry.command.command_id === command.command_id)
    ? outbox
    : [...outbox, { command, addedAt: now, sentAt: now }];

/** The outbox after a command was answered. @param {Outbox} outbox @param {string | null} commandId @returns {Outbox} */
export const answered = (outbox, commandId) => outbox.filter((entry) => entry.command.command_id !== commandId);

/** The commands that have waited too long for an answer. @param {Outbox} outbox @param {number} now */
export const overdue = (outbox, now) =>
  outbox.filter((entry) => now - entry.sentAt >= RETRY_AFTER).map((entry) => entry.command);

/** @param {Outbox} outbox @param {CommandFrame[]} commands @param {number} now @returns {Outbox} */
export const sentAgain = (outbox, commands, now) =>
  outbox.map((entry) => (commands.includes(entry.command) ? { ...entry, sentAt: now } : entry));

/**
 * Milliseconds before the next attempt to connect: exponential, with a limit and with jitter from `random` (0 to 1).
 * @param {number} attempts
 * @param {number} random
 */
export const backOff = (attempts, random) =>
  Math.min(LONGEST_BACKOFF, 250 * 2 ** Math.min(attempts, 6)) * (0.6 + 0.4 * random);
