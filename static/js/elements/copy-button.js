/** Copies the field before it; without script the field is there to be copied by hand. */
class CopyButton extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = this.querySelector("input");
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        field.select(); // no permission: one more key press copies it
        return;
      }
      this.querySelector("[role=status]").textContent = this.dataset.done;
      button.textContent = this.dataset.done;
    });
  }
}

customElements.define("copy-button", CopyButton);
