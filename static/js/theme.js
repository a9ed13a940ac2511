// A classic script in the head: the kept scheme is known before the first paint, so nothing flashes.
try {
  const kept = localStorage.getItem("svc.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  // As early, so that the front page keeps a place for the portfolio's panel only where there is one.
  if ("svc.portfolio" in localStorage) document.documentElement.dataset.portfolio = "";
} catch { /* storage refused: the system's scheme holds */ }
