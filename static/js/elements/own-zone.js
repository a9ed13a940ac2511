// Fills in the browser's time zone: in a hidden field, or in a list that has no choice of the reader yet.
class OwnZone extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input, select");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const offered = field instanceof HTMLInputElement || [...field.options].some((option) => option.value === zone);
    if (zone && offered) field.value = zone;
  }
}
customElements.define("own-zone", OwnZone);
