// <glossary-term>: a term with its explanation. Style alone shows it on hover and focus; here it also
// opens by touch, closes by Escape or a touch elsewhere, and stands under its term as far as there is room.

class GlossaryTerm extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector(".term");
    this.tip = this.querySelector(".tip");
    if (!this.button || !this.tip) return;
    this.addEventListener("pointerenter", () => this.#place());
    this.addEventListener("focusin", () => this.#place());
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault(); // no button of the browser's: those never break over two lines
      this.#open();
    });
    this.button.addEventListener("click", () => this.#open());
    for (const left of ["pointerleave", "focusout"]) this.addEventListener(left, () => delete this.dataset.closed);
  }

  #open() {
    const open = !("open" in this.dataset);
    closeOthers(this);
    if (!open) return this.#close();
    delete this.dataset.closed;
    this.dataset.open = "";
    this.#place();
  }

  #close() {
    delete this.dataset.open;
    this.dataset.closed = "";
  }

  #place() {
    const room = this.closest("p")?.clientWidth ?? 0;
    const start = this.button.offsetLeft;
    this.tip.style.left = `${Math.max(0, Math.min(start, room - this.tip.offsetWidth))}px`;
  }
}

function closeOthers(kept) {
  for (const each of document.querySelectorAll("glossary-term[data-open]")) {
    if (each !== kept) delete each.dataset.open;
  }
}

document.addEventListener("pointerdown", (event) => closeOthers(event.target.closest?.("glossary-term")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const each of document.querySelectorAll("glossary-term:hover")) each.dataset.closed = "";
});
customElements.define("glossary-term", GlossaryTerm);
