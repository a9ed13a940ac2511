// Reads a text with the browser's own voice, sentence by sentence; `speech` is window.speechSynthesis.

const VOICES_MS = 1000; // Chromium lists its voices a moment after they are first asked for

/** The sentences of a text whose paragraphs stand on lines of their own. */
export const sentencesOf = (text) => text.split(/\n+/)
  .flatMap((line) => line.split(/(?<=[.!?…][”»)]?)\s+/))
  .map((sentence) => sentence.trim()).filter(Boolean);

/** The best voice of a language: one on the device first, since others send the text to their maker. */
export function voiceFor(voices, language) {
  const spoken = (voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language;
  const rank = (voice) => 2 * Number(Boolean(voice.localService)) + Number(Boolean(voice.default));
  return voices.filter(spoken).sort((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** All voices, once the browser lists any; none after a second. */
export function voicesOf(speech, wait = VOICES_MS) {
  if (speech.getVoices().length > 0) return Promise.resolve(speech.getVoices());
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      speech.removeEventListener?.("voiceschanged", done);
      resolve(speech.getVoices());
    };
    const timer = setTimeout(done, wait);
    speech.addEventListener?.("voiceschanged", done);
  });
}

/**
 * `state` is "idle", "playing" or "paused"; `changed` is called after each change, with "failed" if the browser gave up.
 * A pause ends the sentence and goes on with it again, because Android's browsers cannot pause within one.
 */
export class Reading {
  constructor({ speech, utter, changed }) {
    Object.assign(this, { speech, utter, changed, state: "idle", sentences: [], at: 0, run: 0 });
  }

  start(sentences, { language, voice }) {
    Object.assign(this, { sentences, language, voice, at: 0 });
    this.resume();
  }

  resume() {
    this.#become("playing");
    this.#speak();
  }

  pause() {
    this.#become("paused");
    this.speech.cancel();
  }

  stop(why) {
    this.at = 0;
    this.#become("idle", why);
    this.speech.cancel();
  }

  #become(state, why) {
    this.run += 1; // what is still reported of an earlier utterance counts no more
    this.state = state;
    this.changed(state, why);
  }

  #speak() {
    if (this.at >= this.sentences.length) return this.stop();
    const { run } = this;
    // Held here: Chromium drops an utterance that nothing refers to, with its events.
    this.current = Object.assign(this.utter(this.sentences[this.at]), { lang: this.voice?.lang ?? this.language, voice: this.voice });
    this.current.onend = () => {
      if (run !== this.run) return;
      this.at += 1;
      this.#speak();
    };
    this.current.onerror = () => run === this.run && this.stop("failed");
    this.speech.speak(this.current);
    return undefined;
  }
}
