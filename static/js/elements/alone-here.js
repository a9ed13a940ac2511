// A form with <input name="alone">: told, as it is sent, whether clearing the site's storage would take another
// reader's portfolio from this browser. Without this script the server takes it that it would.

import { isAlone, pageKey } from "../portfolio/place.js";

document.addEventListener("submit", (event) => {
  const field = event.target.elements?.namedItem("alone");
  if (field) field.value = isAlone(pageKey()) ? "yes" : "";
});
