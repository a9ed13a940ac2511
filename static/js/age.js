// Ages: each <time class="age"> says how long ago its moment was, in the page's language, and is kept true. What is older
// than a day stays as the server wrote it. All share one clock.

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
  for (const each of shown) {
    if (each.time.isConnected) show(each);
    else shown.delete(each);
  }
  if (shown.size && !document.hidden) timer = setTimeout(refresh, MINUTE * 1000);
}

function show({ time, moment, served, format }) {
  // A clock that is a little slow must not put a text into the future.
  const seconds = Math.max(0, (Date.now() - moment) / 1000);
  const text = seconds < DAY ? age(seconds, format) : served;
  if (time.textContent !== text) time.textContent = text;
}

/** Gives the <time>, whose age is kept true from now on; `language` is that of the words around it. */
export function aged(time, language = time.closest("[lang]")?.lang || "en") {
  const moment = Date.parse(time.dateTime);
  if (Number.isNaN(moment)) return time;
  time.title = new Date(moment).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  const each = { time, moment, served: time.textContent, format: new Intl.RelativeTimeFormat(language, { numeric: "auto" }) };
  shown.add(each);
  show(each);
  timer ??= setTimeout(refresh, MINUTE * 1000);
  return time;
}

for (const time of document.querySelectorAll("time.age")) aged(time);
document.addEventListener("visibilitychange", refresh);
window.addEventListener("pageshow", refresh);
