// A classic script in the head: the kept scheme is known before the first paint, so nothing flashes.
try {
  const kept = localStorage.getItem("svc.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch { /* storage refused: the system's scheme holds */ }
