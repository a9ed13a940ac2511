// <listen-aloud>: has the edition read aloud by the browser's voice; the words come from the service when it is pressed.

import { Reading, sentencesOf, voiceFor, voicesOf } from "../listening.js";

class ListenAloud extends HTMLElement {
  connectedCallback() {
    const speech = window.speechSynthesis;
    this.reading = new Reading({
      speech, utter: (text) => new SpeechSynthesisUtterance(text), changed: (state, why) => this.#draw(state, why),
    });
    this.addEventListener("click", (event) => {
      const deed = event.target.closest("[data-listen]")?.dataset.listen;
      if (deed === "stop") this.reading.stop();
      if (deed === "toggle") this.#toggle();
    });
    window.addEventListener("pagehide", () => this.reading.state !== "idle" && this.reading.stop());
  }

  async #toggle() {
    const { reading } = this;
    if (reading.state === "playing") return reading.pause();
    if (reading.state === "paused") return reading.resume();
    if (this.busy) return undefined;
    this.busy = true;
    this.#say("");
    try {
      return await this.#begin();
    } finally {
      this.busy = false;
    }
  }

  async #begin() {
    const language = document.documentElement.lang.slice(0, 2);
    const [text, voices] = await Promise.all([this.#words(), voicesOf(window.speechSynthesis)]);
    if (!this.isConnected) return undefined;
    if (text === null) return this.#say(this.dataset.failed);
    const voice = voiceFor(voices, language);
    if (voices.length > 0 && !voice) return this.#say(this.dataset.voiceless);
    return this.reading.start(sentencesOf(text), { language, voice });
  }

  /** The words in the tone that the page shows, or null if they cannot be had. */
  async #words() {
    const address = new URL(this.dataset.words, location.href);
    const tone = document.querySelector("[data-tone-choice][aria-current=true]")?.dataset.toneChoice;
    if (tone) address.searchParams.set("tone", tone);
    try {
      const answer = await fetch(address);
      const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
      return answer.ok && isText ? await answer.text() : null; // a sign-in page is no edition
    } catch {
      return null;
    }
  }

  #draw(state, why) {
    const { start, pause, resume, failed } = this.dataset;
    const toggle = this.querySelector("[data-listen=toggle]");
    if (state === "idle" && document.activeElement?.dataset.listen === "stop") toggle.focus(); // that button goes
    toggle.textContent = { idle: start, playing: pause, paused: resume }[state];
    this.dataset.state = state;
    if (why === "failed") this.#say(failed);
  }

  #say(text) {
    this.querySelector("[role=status]").textContent = text;
  }
}

customElements.define("listen-aloud", ListenAloud);
