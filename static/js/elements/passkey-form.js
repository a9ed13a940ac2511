/** Before its form is sent, asks the authenticator for a passkey and puts the answer into the field `credential`. */
const decoded = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The service's options as the browser wants them: bytes in place of base64url. */
function requested(options) {
  const listed = (keys) => keys?.map((key) => ({ ...key, id: decoded(key.id) }));
  const asked = { ...options, challenge: decoded(options.challenge) };
  if (options.user) asked.user = { ...options.user, id: decoded(options.user.id) };
  if (options.excludeCredentials) asked.excludeCredentials = listed(options.excludeCredentials);
  if (options.allowCredentials) asked.allowCredentials = listed(options.allowCredentials);
  return asked;
}

/** The credential as JSON; older browsers have no `toJSON` for it. */
function answered({ id, rawId, type, response }) {
  const parts = { clientDataJSON: encoded(response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"])
    if (response[name]) parts[name] = encoded(response[name]);
  if (response.getTransports) parts.transports = response.getTransports();
  return JSON.stringify({ id, rawId: encoded(rawId), type, response: parts });
}

class PasskeyForm extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
  }

  async ask() {
    const button = this.querySelector("button");
    button.disabled = true;
    const trouble = await this.trouble();
    button.disabled = false;
    const alert = this.querySelector("[role=alert]");
    alert.textContent = trouble;
    alert.hidden = !trouble;
  }

  /** What went wrong, in the reader's words; nothing when the form is on its way. */
  async trouble() {
    if (!globalThis.PublicKeyCredential) return this.dataset.unsupported;
    const token = this.form.elements.csrfmiddlewaretoken.value;
    const reply = await fetch(this.dataset.options, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => null);
    if (reply?.status === 429) return this.dataset.limited;
    if (!reply?.ok || !reply.headers.get("Content-Type")?.includes("json")) return this.dataset.failed;
    try {
      const publicKey = requested(await reply.json());
      const credential = await navigator.credentials[this.dataset.ceremony]({ publicKey });
      this.form.elements.credential.value = answered(credential);
    } catch (error) {
      const words = { SecurityError: "elsewhere", InvalidStateError: "known", NotSupportedError: "unsupported" };
      return this.dataset[words[error.name] ?? "cancelled"];
    }
    this.form.submit();
    return "";
  }
}

customElements.define("passkey-form", PasskeyForm);
