// <market-strip>: keeps the served strip of exchanges counting. The words come in data- attributes, the
// calendar in the JSON block inside; without script the strip stays as the server wrote it.

import { duration, localTime, stateAt, untilNextTick } from "./market-calendar.js";

class MarketStrip extends HTMLElement {
  #timer = null;
  #chips = [];
  #scroller = null;
  #refresh = () => this.#show();

  connectedCallback() {
    const block = this.querySelector("script[type='application/json']");
    if (!block) return;
    const byMic = new Map(JSON.parse(block.textContent).map((exchange) => [exchange.mic, exchange]));
    this.#chips = [...this.querySelectorAll("[data-mic]")]
      .map((element) => ({ element, exchange: byMic.get(element.dataset.mic) }))
      .filter(({ exchange }) => exchange);
    document.addEventListener("visibilitychange", this.#refresh);
    window.addEventListener("pageshow", this.#refresh);
    this.#scroller = this.querySelector(".strip-scroll");
    this.#scroller.addEventListener("wheel", (event) => this.#scroll(event), { passive: false });
    this.#show();
  }

  /** An ordinary wheel turns the strip sideways; at its ends the page scrolls as ever. */
  #scroll(event) {
    if (event.deltaX || event.ctrlKey || event.shiftKey) return; // the browser does these itself
    const before = this.#scroller.scrollLeft;
    this.#scroller.scrollLeft += event.deltaY;
    if (this.#scroller.scrollLeft !== before) event.preventDefault();
  }

  #show() {
    clearTimeout(this.#timer);
    const now = Date.now();
    const moments = this.#chips.map((chip) => this.#write(chip, now));
    if (!document.hidden) this.#timer = setTimeout(this.#refresh, untilNextTick(now, moments));
  }

  /** Bring one chip up to date; gives the moment that it counts down to. */
  #write({ element, exchange }, now) {
    put(element.querySelector("[data-local]"), this.dataset.local.replace("{time}", localTime(exchange.zone, now)));
    const { status, opensAt, closesAt } = stateAt(exchange, now);
    const moment = closesAt ?? opensAt;
    if (moment === null) return null; // past the calendar: what the server said stands
    const words = this.dataset;
    const sentence = closesAt === null ? words.opens : words.closes;
    element.classList.toggle("open", status === "open");
    element.classList.toggle("closed", status !== "open");
    put(element.querySelector("[data-status]"), words[status]);
    const countdown = element.querySelector("[data-countdown]");
    put(countdown, sentence.replace("{time}", duration(moment - now, words)));
    countdown?.setAttribute("datetime", new Date(moment).toISOString());
    return moment;
  }
}

/** Set a text only when it differs, so that nothing is laid out or announced again in vain. */
function put(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

customElements.define("market-strip", MarketStrip);
