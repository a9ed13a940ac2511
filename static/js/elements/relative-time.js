// <relative-time>: the age of the <time> inside, in the page's language, kept true. What is older than a day
// stays as the server wrote it. All elements share one clock.

const MINUTE = 60;
const DAY = 24 * 3600;
const shown = new Set();
let timer = null;

function age(seconds, format) {
  if (seconds < MINUTE) return format.format(0, "second");
  if (seconds < 3600) return format.format(-Math.floor(seconds / MINUTE), "minute");
  return format.format(-Math.floor(seconds / 3600), "hour");
}

function refresh() {
  clearTimeout(timer);
  for (const element of shown) element.show();
  if (shown.size && !document.hidden) timer = setTimeout(refresh, MINUTE * 1000);
}

class RelativeTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector("time");
    const moment = Date.parse(time?.dateTime ?? "");
    if (Number.isNaN(moment)) return;
    const language = this.closest("[lang]")?.lang || "en";
    this.time = time;
    this.moment = moment;
    this.served = time.textContent;
    this.format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    time.title = new Date(moment).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
    shown.add(this);
    this.show();
    if (timer === null) timer = setTimeout(refresh, MINUTE * 1000);
  }

  disconnectedCallback() {
    shown.delete(this);
  }

  show() {
    // A clock that is a little slow must not put a text into the future.
    const seconds = Math.max(0, (Date.now() - this.moment) / 1000);
    const text = seconds < DAY ? age(seconds, this.format) : this.served;
    if (this.time.textContent !== text) this.time.textContent = text;
  }
}

document.addEventListener("visibilitychange", refresh);
window.addEventListener("pageshow", refresh);
customElements.define("relative-time", RelativeTime);
