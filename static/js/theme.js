// A classic script in the head: the kept scheme is known before the first paint, so nothing flashes.
try {
  const kept = localStorage.getItem("svc.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  // As early, so that the front page keeps a place for the portfolio's panel only where there is one.
  // The page names this reader's own place (portfolio/place.js): another reader's portfolio is none here.
  const place = document.documentElement.dataset.portfolioKey;
  if (place && place in localStorage) document.documentElement.dataset.portfolio = "";
} catch { /* storage refused: the system's scheme holds */ }
