// The browser's voice: sentences, the choice of a voice, and play, pause and stop over a stubbed speechSynthesis.

import assert from "node:assert/strict";
import test from "node:test";
import { Reading, sentencesOf, voiceFor, voicesOf } from "../../static/js/listening.js";

const voice = (lang, more = {}) => ({ lang, name: lang, localService: false, default: false, ...more });

/** Speaks only when it is told to: `end()` and `fail()` act on the utterance that is on. */
class Speech {
  spoken = [];
  cancelled = 0;
  voices = [];
  getVoices() { return this.voices; }
  speak(utterance) { this.spoken.push(utterance); }
  cancel() {
    this.cancelled += 1;
    this.spoken.at(-1)?.onerror({ error: "canceled" }); // as browsers do
  }
  end() { this.spoken.at(-1).onend({}); }
  get texts() { return this.spoken.map(({ text }) => text); }
}

function reading() {
  const speech = new Speech();
  const states = [];
  const read = new Reading({ speech, utter: (text) => ({ text }), changed: (state, why) => states.push(why ? `${state}: ${why}` : state) });
  return { speech, states, read };
}
const HOW = { language: "en", voice: voice("en-GB") };

test("sentences end at their full stop and at each line", () => {
  assert.deepEqual(sentencesOf("Market Briefing.\n\nIt rose. “It fell.” Why?\nThe end\n"), ["Market Briefing.", "It rose.", "“It fell.”", "Why?", "The end"]);
  assert.deepEqual(sentencesOf(" \n\n"), []);
});

test("a voice of the page's language, on the device before others, the browser's choice before others", () => {
  const voices = [voice("it-IT", { localService: true, default: true }), voice("en-US"), voice("en_GB", { localService: true }), voice("eng-US", { default: true })];
  assert.equal(voiceFor(voices, "en").lang, "en_GB");
  assert.equal(voiceFor(voices, "it").lang, "it-IT");
  assert.equal(voiceFor([voice("en-US"), voice("en-GB", { default: true })], "en").lang, "en-GB");
  assert.equal(voiceFor(voices, "de"), null);
  assert.equal(voiceFor([], "en"), null);
});

test("voices that come late are waited for, and not for ever", async () => {
  const late = Object.assign(new EventTarget(), { voices: [], getVoices() { return this.voices; } });
  const found = voicesOf(late, 5000);
  late.voices = [voice("en-GB")];
  late.dispatchEvent(new Event("voiceschanged"));
  assert.equal((await found).length, 1);
  assert.deepEqual(await voicesOf({ getVoices: () => [] }, 1), []);
});

test("it reads one sentence after the other and ends", () => {
  const { speech, states, read } = reading();
  read.start(["One.", "Two."], HOW);
  assert.deepEqual(speech.texts, ["One."]);
  assert.deepEqual([speech.spoken[0].lang, speech.spoken[0].voice.lang], ["en-GB", "en-GB"]);
  speech.end();
  assert.deepEqual(speech.texts, ["One.", "Two."]);
  speech.end();
  assert.deepEqual(states, ["playing", "idle"]);
});

test("a pause goes on with the sentence it broke; the cancelled one changes nothing", () => {
  const { speech, states, read } = reading();
  read.start(["One.", "Two.", "Three."], HOW);
  speech.end();
  read.pause();
  assert.deepEqual([read.state, speech.cancelled], ["paused", 1]);
  const broken = speech.spoken.at(-1);
  read.resume();
  broken.onend({}); // reported late
  assert.deepEqual(speech.texts, ["One.", "Two.", "Two."]);
  assert.deepEqual(states, ["playing", "paused", "playing"]);
});

test("stop begins anew, and a failure is told once", () => {
  const { speech, states, read } = reading();
  read.start(["One.", "Two."], HOW);
  speech.end();
  read.stop();
  assert.deepEqual([read.state, read.at, states.at(-1)], ["idle", 0, "idle"]);
  read.start(["One."], { language: "it", voice: null });
  assert.deepEqual([speech.spoken.at(-1).lang, speech.spoken.at(-1).voice], ["it", null]);
  speech.spoken.at(-1).onerror({ error: "synthesis-failed" });
  assert.deepEqual(states.slice(-2), ["playing", "idle: failed"]);
});
