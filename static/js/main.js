// What every page runs: small elements over finished HTML. Each page works without any of them.

import "./elements/theme-switch.js";
import "./age.js";

// Elements that not every page has come with the pages that do.
if (document.querySelector("tone-switch")) import("./elements/tone-switch.js");
if (document.querySelector("local-time")) import("./elements/local-time.js");
if (document.querySelector("since-visit")) import("./elements/since-visit.js");
if (document.querySelector("shortcut-keys")) import("./elements/shortcut-keys.js");
if (document.querySelector("offline-note")) import("./elements/offline-note.js");
if (document.querySelector("chart-reader")) import("./elements/chart-reader.js");
if (document.querySelector("larger-view")) import("./elements/larger-view.js");
if (document.querySelector("market-strip")) import("./elements/market-strip.js");
if (document.querySelector("muted-news")) import("./elements/muted-news.js");
if (document.querySelector("glossary-term")) import("./elements/glossary-term.js");

// Its scripts and the list of prices outweigh the rest of the page: they come when the reader opens it.
document.querySelector("portfolio-panel details")?.addEventListener("toggle", () => import("./elements/portfolio-panel.js"), { once: true });
