/** The field for the code: takes a pasted code whatever stands around the digits, and sends six at once. */
class CodeField extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input");
    this.input.addEventListener("input", () => this.tidy());
  }

  tidy() {
    const digits = this.input.value.replace(/\D/g, "").slice(0, 6);
    if (this.input.value !== digits) this.input.value = digits;
    if (digits.length === 6 && !this.sent) {
      this.sent = true; // a second send would count as another attempt
      this.input.form.requestSubmit();
    }
  }
}

customElements.define("code-field", CodeField);
