// A classic script in the head: the kept scheme is known before the first paint, so nothing flashes.
try {
  const kept = localStorage.getItem("svc.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch { /* storage refused: the system's scheme holds */ }

// As early, whether the browser can read aloud: only then has the page buttons for it.
if ("speechSynthesis" in window) document.documentElement.dataset.voice = "";

// As early, the reader's own place in this browser (portfolio/place.js). The cookie is read once: a tab stays with the
// reader whom it was opened for, whoever signs in beside it.
try {
  const root = document.documentElement;
  const place = document.cookie.split("; ").find((each) => each.startsWith(`${root.dataset.place}=`))?.slice(root.dataset.place.length + 1);
  if (place) root.dataset.portfolioKey = place;
  // The front page keeps room for the portfolio's panel only where there is a portfolio: another reader's is none here.
  if (place && place in localStorage) root.dataset.portfolio = "";
} catch { /* storage refused: there is no panel */ }
