/** Asks the form's address here, by the session or by the token that was typed, and shows what came back.
 *  Without script the form is an ordinary one that opens the answer. The token stays in its field. */
const LONGEST = 20_000; // characters of an answer that are shown

class ApiTry extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    for (const field of this.form.querySelectorAll("[data-place=path]")) {
      field.disabled = false;
      field.closest("p").hidden = false;
    }
    document.querySelector("#api-key").hidden = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
  }

  get #address() {
    let path = this.form.dataset.path;
    const query = new URLSearchParams();
    for (const field of this.form.elements) {
      if (!field.name) continue;
      if (field.dataset.place === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
      else if (field.value.trim()) query.set(field.name, field.value.trim());
    }
    return query.size ? `${path}?${query}` : path;
  }

  async #ask() {
    const address = this.#address;
    const token = document.querySelector("#api-token").value.trim();
    // As a program would: the session is left at home where there is a token.
    const how = token ? { credentials: "omit", headers: { Authorization: `Bearer ${token}` } } : {};
    let reply, text;
    try {
      reply = await fetch(address, how);
      text = await reply.text();
    } catch {
      this.#show(this.dataset.failed, "");
      return;
    }
    const kind = reply.headers.get("Content-Type")?.split(";")[0];
    const tag = reply.headers.get("ETag");
    const told = [`GET ${address}`, reply.status, kind, tag && `ETag ${tag}`, reply.status === 401 && this.dataset.unknown];
    this.#show(told.filter(Boolean).join(" · "), text);
  }

  #show(status, text) {
    this.querySelector("[role=status]").textContent = status;
    let told = text;
    try {
      told = JSON.stringify(JSON.parse(text), null, 2);
    } catch { /* no JSON: shown as it came */ }
    const answer = this.querySelector(".answer");
    answer.textContent = told.length > LONGEST ? `${told.slice(0, LONGEST)}\n…` : told;
    answer.hidden = !told;
  }
}

customElements.define("api-try", ApiTry);
