/**
 * A form that asks our own API for an address at the payment processor and goes there. Where the form has a
 * box to tick, its buttons work only while it is ticked. Without script the form is posted as it stands.
 */
class CheckoutForm extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.alert = this.querySelector("[role=alert]");
    this.box = this.querySelector("input[type=checkbox]");
    this.box?.addEventListener("change", () => this.allow(this.box.checked));
    this.form.addEventListener("submit", (event) => this.order(event));
    // Coming back with the browser's "back" shows the page as it was left: busy.
    window.addEventListener("pageshow", () => this.allow(this.box ? this.box.checked : true));
    this.allow(this.box ? this.box.checked : true);
  }

  allow(yes) {
    for (const button of this.form.querySelectorAll("button")) button.disabled = !yes;
  }

  async order(event) {
    event.preventDefault();
    const cadence = event.submitter?.value;
    this.say("");
    this.allow(false);
    try {
      location.assign(await this.address(cadence ? { cadence, consent: Boolean(this.box?.checked) } : {}));
    } catch (error) {
      this.say(error.message || this.dataset.failed);
      this.allow(true);
    }
  }

  async address(body) {
    const token = this.form.querySelector("[name=csrfmiddlewaretoken]").value;
    const answer = await fetch(this.dataset.api, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    }).catch(() => null);
    const found = await answer?.json().catch(() => null);
    if (!answer?.ok || !found?.url) throw new Error(found?.detail ?? "");
    return found.url;
  }

  say(text) {
    this.alert.textContent = text;
    this.alert.hidden = !text;
  }
}

customElements.define("checkout-form", CheckoutForm);
