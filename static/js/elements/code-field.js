/** The field for the code: takes a pasted code whatever stands around the digits, and sends six at once, once. */
class CodeField extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input");
    this.input.addEventListener("input", () => this.tidy());
    this.input.form.addEventListener("submit", (event) => this.sendOnce(event));
    addEventListener("pageshow", (event) => event.persisted && (this.sent = undefined)); // back to this page
  }

  tidy() {
    const digits = this.input.value.replace(/\D/g, "").slice(0, 6);
    if (this.input.value !== digits) this.input.value = digits;
    if (digits.length === 6 && this.sent !== digits) this.input.form.requestSubmit();
  }

  /** Enter or the button behind a code that has sent itself would count as another attempt. */
  sendOnce(event) {
    if (this.sent === this.input.value) event.preventDefault();
    this.sent = this.input.value;
  }
}

customElements.define("code-field", CodeField);
