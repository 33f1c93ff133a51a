/** Sounds, synthesised by the browser: wooden knocks, a brush and soft bells. */

import { settings } from "../state/settings_store.js";

/**
 * One part of a sound. A knock is a burst of noise around its pitch with a low thump, a brush is noise above its pitch,
 * a bell is a tone with its octave.
 * @typedef {{ voice: "knock" | "brush" | "bell", pitch: number, length: number, loud: number, after: number }} Part
 */
/** @typedef {keyof typeof SOUNDS} Sound */

/** @param {Part["voice"]} voice @param {number} length @param {number} loud @returns {(pitch: number, after?: number) => Part} */
const part = (voice, length, loud) => (pitch, after = 0) => ({ voice, pitch, length, loud, after });
const knock = part("knock", 0.09, 0.9);
const tap = part("knock", 0.05, 0.5);
const brush = part("brush", 0.12, 0.12);
const clash = part("brush", 0.16, 0.22);
const bell = part("bell", 0.5, 0.16);

/** Bells one after the other. @param {number[]} pitches @returns {Part[]} */
const bells = (...pitches) => pitches.map((pitch, index) => bell(pitch, index * 0.13));

const SOUNDS = {
  move: [knock(950)],
  capture: [knock(950), knock(520, 0.07)],
  crown: [knock(950), ...bells(784, 1175).map((sound) => ({ ...sound, after: sound.after + 0.06 }))],
  flip: [brush(2200), tap(1300, 0.11)],
  fight: [clash(3200), clash(2400, 0.1), knock(260, 0.2)],
  refused: [tap(240), tap(200, 0.09)],
  clockLow: [tap(1800), tap(1800, 0.16), tap(1800, 0.32)],
  won: bells(392, 494, 587, 784),
  lost: bells(392, 330, 262),
  drawn: bells(440, 440),
  over: bells(392, 523),
};

export const SOUND_NAMES = /** @type {Sound[]} */ (Object.keys(SOUNDS));

/** @param {BaseAudioContext} context @param {number} length seconds @returns {AudioBufferSourceNode} */
function noise(context, length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}

/** @param {BaseAudioContext} context @param {number} frequency */
const tone = (context, frequency) => new OscillatorNode(context, { type: "sine", frequency });

/** The sources of a part with their shares of its loudness. @param {BaseAudioContext} context @param {Part} part */
function sources(context, { voice, pitch, length }) {
  if (voice === "bell") {
    return [{ source: tone(context, pitch), share: 1 }, { source: tone(context, pitch * 2), share: 0.25 }];
  }
  const burst = noise(context, length);
  if (voice === "brush") return [{ source: burst, share: 1, filter: { type: "highpass", frequency: pitch } }];
  return [
    { source: burst, share: 1, filter: { type: "bandpass", frequency: pitch, Q: 3 } },
    { source: tone(context, pitch / 6), share: 0.5 },
  ];
}

/**
 * Puts a sound on the timeline of an audio context.
 * @param {BaseAudioContext} context @param {Sound} name @param {number} volume from 0 to 1
 */
export function schedule(context, name, volume) {
  const output = new GainNode(context, { gain: volume });
  output.connect(context.destination);
  for (const one of SOUNDS[name]) {
    for (const { source, share, filter } of sources(context, one)) {
      const [start, end] = [context.currentTime + one.after, context.currentTime + one.after + one.length];
      const envelope = new GainNode(context, { gain: 0 });
      envelope.gain.setValueAtTime(0, start);
      envelope.gain.linearRampToValueAtTime(one.loud * share, start + 0.004);
      envelope.gain.exponentialRampToValueAtTime(0.0005, end);
      const shaped = filter ? new BiquadFilterNode(context, /** @type {BiquadFilterOptions} */ (filter)) : null;
      (shaped ? source.connect(shaped) : source).connect(envelope).connect(output);
      source.start(start);
      source.stop(end);
    }
  }
}

/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound. Browsers allow this only after the first user action. @param {Sound} name */
export function playSound(name) {
  const { sound, volume } = settings();
  if (!sound || volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  // People hear loudness about as the square of the amplitude.
  schedule(audio, name, (volume / 100) ** 2);
}
