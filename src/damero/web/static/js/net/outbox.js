/** Commands that the server has not answered yet, in order. A value: nothing here touches the network. */

/** @typedef {{ type: string, command_id: string, [field: string]: unknown }} Command */
/** @typedef {{ command: Command, sentAt: number }} Waiting */
/** @typedef {readonly Waiting[]} Outbox */

export const RETRY_AFTER = 4000;

/** @type {Outbox} */
export const NOTHING = Object.freeze([]);

/** @param {Outbox} outbox @param {Command} command @param {number} now @returns {Outbox} */
export const put = (outbox, command, now) =>
  outbox.some((waiting) => waiting.command.command_id === command.command_id)
    ? outbox
    : [...outbox, { command, sentAt: now }];

/** @param {Outbox} outbox @param {string | null} commandId @returns {Outbox} */
export const answered = (outbox, commandId) => outbox.filter((waiting) => waiting.command.command_id !== commandId);

/** What has waited so long that it is sent again. @param {Outbox} outbox @param {number} now @returns {Command[]} */
export const overdue = (outbox, now) =>
  outbox.filter((waiting) => now - waiting.sentAt >= RETRY_AFTER).map((waiting) => waiting.command);

/** @param {Outbox} outbox @param {Command[]} commands @param {number} now @returns {Outbox} */
export const sentAgain = (outbox, commands, now) =>
  outbox.map((waiting) => (commands.includes(waiting.command) ? { ...waiting, sentAt: now } : waiting));

/**
 * Milliseconds before the next try to connect: longer and longer, never more than five seconds, spread by `random`
 * (0 … 1).
 * @param {number} tries
 * @param {number} random
 */
export const backOff = (tries, random) => Math.min(5000, 250 * 2 ** Math.min(tries, 6)) * (0.6 + 0.4 * random);
