// <local-time>: the hour of the <time> inside in the reader's own zone, with the day where that is another one than
// the day that is written before it. Without script the hour stays in UTC, as served.

class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector("time");
    const moment = new Date(time?.dateTime ?? "");
    if (Number.isNaN(moment.getTime())) return;
    const language = this.closest("[lang]")?.lang || "en";
    const written = this.previousElementSibling?.dateTime;
    const own = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
    const day = own.map((part) => String(part).padStart(2, "0")).join("-");
    const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(moment);
    const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(moment);
    time.textContent = written && written !== day ? `${hour} (${short})` : hour;
    time.title = moment.toLocaleString(language, { dateStyle: "long", timeStyle: "long" });
  }
}

customElements.define("local-time", LocalTime);
