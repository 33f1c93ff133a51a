/** Sounds, synthesised by the browser: no files. */

import { settings } from "../state/settings_store.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * @typedef {{ pitch: number, fall: number, length: number, loud: number, shape: OscillatorType, after?: number }} Note
 */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  move: [{ pitch: 320, fall: 150, length: 0.07, loud: 0.22, shape: "triangle" }],
  capture: [
    { pitch: 380, fall: 120, length: 0.09, loud: 0.26, shape: "triangle" },
    { pitch: 210, fall: 80, length: 0.1, loud: 0.2, shape: "square", after: 0.05 },
  ],
  flip: [
    { pitch: 620, fall: 340, length: 0.05, loud: 0.14, shape: "triangle" },
    { pitch: 420, fall: 240, length: 0.07, loud: 0.18, shape: "triangle", after: 0.08 },
  ],
  refused: [{ pitch: 150, fall: 120, length: 0.16, loud: 0.12, shape: "sawtooth" }],
  fight: [
    { pitch: 900, fall: 500, length: 0.06, loud: 0.1, shape: "square" },
    { pitch: 700, fall: 300, length: 0.09, loud: 0.12, shape: "square", after: 0.09 },
    { pitch: 180, fall: 70, length: 0.18, loud: 0.22, shape: "triangle", after: 0.2 },
  ],
  won: [
    { pitch: 392, fall: 390, length: 0.25, loud: 0.12, shape: "sine" },
    { pitch: 494, fall: 492, length: 0.25, loud: 0.12, shape: "sine", after: 0.12 },
    { pitch: 587, fall: 585, length: 0.25, loud: 0.13, shape: "sine", after: 0.24 },
    { pitch: 784, fall: 782, length: 0.6, loud: 0.14, shape: "sine", after: 0.36 },
  ],
  lost: [
    { pitch: 392, fall: 388, length: 0.3, loud: 0.12, shape: "sine" },
    { pitch: 330, fall: 326, length: 0.3, loud: 0.12, shape: "sine", after: 0.18 },
    { pitch: 262, fall: 240, length: 0.6, loud: 0.13, shape: "sine", after: 0.36 },
  ],
  end: [
    { pitch: 392, fall: 390, length: 0.3, loud: 0.12, shape: "sine" },
    { pitch: 494, fall: 492, length: 0.3, loud: 0.12, shape: "sine", after: 0.14 },
    { pitch: 587, fall: 585, length: 0.5, loud: 0.14, shape: "sine", after: 0.28 },
  ],
};

/** @param {AudioContext} context @param {Note} note */
function playNote(context, { pitch, fall, length, loud, shape, after = 0 }) {
  const start = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  tone.frequency.exponentialRampToValueAtTime(fall, start + length);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** Plays a sound. Browsers allow this only after the first user action. @param {keyof typeof SOUNDS} name */
export function playSound(name) {
  if (!settings().sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const note of SOUNDS[name]) playNote(audio, note);
}
