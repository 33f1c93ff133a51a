/** Shows effects one after the other. Whoever acts need not wait: the queue can be ended at once. */

/** @typedef {{ type: string, start: () => number, skip?: () => void }} Step */

/**
 * Each step starts something and tells how many milliseconds it lasts. Steps that last no time are taken together.
 * Every start is told to listeners of the event "effect" on `target`.
 */
export class EffectQueue {
  /** @type {Step[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #running = false;
  /** When the latest step ended; at first, when the queue was made. */
  #endedAt = Date.now();

  /** @param {EventTarget} target @param {() => void} drained called after the last step */
  constructor(target, drained) {
    this.target = target;
    this.drained = drained;
  }

  /** Milliseconds since the latest step ended. */
  get idle() {
    return Date.now() - this.#endedAt;
  }

  get busy() {
    return this.#running;
  }

  /** @param {Step[]} steps */
  add(steps) {
    this.#waiting.push(...steps);
    if (!this.#running) this.#next();
  }

  #next() {
    this.#running = true;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      const duration = step.start();
      this.target.dispatchEvent(new CustomEvent("effect", { detail: step.type, bubbles: true }));
      if (duration > 0) {
        this.#timer = setTimeout(() => this.#ended(), duration);
        return;
      }
    }
    this.#running = false;
    this.drained();
  }

  #ended() {
    this.#endedAt = Date.now();
    this.#next();
  }

  /** Ends the current step and skips all others. */
  finish() {
    clearTimeout(this.#timer);
    const skipped = this.#waiting.splice(0);
    this.#running = false;
    skipped.forEach((step) => step.skip?.());
  }
}
