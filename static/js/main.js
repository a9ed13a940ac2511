// What every page runs: small elements over finished HTML. Each page works without any of them.

import "./elements/theme-switch.js";
import "./elements/relative-time.js";

// Elements that not every page has come with the pages that do.
if (document.querySelector("tone-switch")) import("./elements/tone-switch.js");
if (document.querySelector("since-visit")) import("./elements/since-visit.js");
if (document.querySelector("offline-note")) import("./elements/offline-note.js");
if (document.querySelector("market-strip")) import("./elements/market-strip.js");
if (document.querySelector("glossary-term")) import("./elements/glossary-term.js");

// Shown only where this browser keeps a portfolio (theme.js looks), and loaded only when it comes into sight.
const panel = document.querySelector("portfolio-panel");
if (panel && "portfolio" in document.documentElement.dataset) {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    sight.disconnect();
    import("./elements/portfolio-panel.js");
  }, { rootMargin: "200px" });
  sight.observe(panel);
}
