// Loads the import when its place comes near: who never scrolls there never pays for it.

const place = document.querySelector("portfolio-import");
const seen = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  seen.disconnect();
  import("./portfolio-import.js");
}, { rootMargin: "300px" });
if (place) seen.observe(place);
