// <chart-reader>: reads a chart of the server's out, by pointer, by touch and by the arrow keys. The lines' places stand
// in the SVG, what each point says in the JSON block. Without script the newest values stand above the chart.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 1000; // of the viewBox
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -20, PageUp: 20, Home: -Infinity, End: Infinity };

class ChartReader extends HTMLElement {
  connectedCallback() {
    this.said = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    this.places = [...this.querySelectorAll("polyline")].map((line) => [...line.points]);
    if (this.cursor || this.places[0].length < 2) return;
    this.last = this.places[0].length - 1;
    this.#makeCursor();
    this.querySelector(".plot").append(this.cursor);
    this.#show(this.last);
    this.#rest();
  }

  /** A slider over the plot: what a screen reader knows, and what takes the focus. */
  #makeCursor() {
    this.cursor = document.createElement("div");
    const names = [...this.querySelectorAll("[data-name]")].map((name) => name.textContent).join(", ");
    const told = { role: "slider", tabindex: 0, "aria-label": `${this.dataset.read}: ${names}`, "aria-valuemin": 0, "aria-valuemax": this.last };
    for (const [name, value] of Object.entries(told)) this.cursor.setAttribute(name, value);
    this.cursor.className = "cursor";
    this.cursor.addEventListener("keydown", (event) => this.#key(event));
    for (const kind of ["pointerdown", "pointermove"]) this.cursor.addEventListener(kind, (event) => this.#point(event));
    this.cursor.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#rest());
    this.cursor.addEventListener("focus", () => this.#show(this.at));
    this.cursor.addEventListener("blur", () => this.#rest());
  }

  #key(event) {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#show(Math.max(0, Math.min(this.last, this.at + step)));
  }

  #point(event) {
    const box = this.cursor.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIDE;
    const away = this.places[0].map((place) => Math.abs(place.x - x));
    this.#show(away.indexOf(Math.min(...away)));
  }

  /** The newest again, without a line in the plot; where the keys had led stays while they have the focus. */
  #rest() {
    if (this.cursor.matches(":focus")) return;
    this.#show(this.last);
    this.querySelector("g.reading")?.remove();
  }

  #show(at) {
    this.at = at;
    const { x } = this.places[0][at];
    // Of the second figure what was known at that time.
    const each = this.places.map((places, number) => (number ? places.findLastIndex((place) => place.x <= x) : at));
    const read = each.map((index, number) => this.said[number][index]);
    this.querySelectorAll(".legend .said").forEach((part, number) => {
      const [date, value] = read[number] ?? ["", "–"];
      part.querySelector("time").textContent = date;
      part.querySelector("b").textContent = value;
    });
    this.cursor.setAttribute("aria-valuenow", at);
    this.cursor.setAttribute("aria-valuetext", [...this.querySelectorAll(".legend .said")].map((part) => part.textContent).join("; "));
    this.#draw(x, each);
  }

  #draw(x, each) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "reading");
    group.append(shape("line", { class: "read", x1: part(x), x2: part(x), y1: "0%", y2: "100%" }));
    each.forEach((index, number) => {
      const place = this.places[number][index];
      if (place) group.append(shape("circle", { cx: part(place.x), cy: part(place.y), r: 4 }));
    });
    this.querySelector("g.reading")?.remove();
    this.querySelector(".marks").append(group);
  }
}

function part(units) {
  return `${(units / SIDE) * 100}%`;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

customElements.define("chart-reader", ChartReader);
