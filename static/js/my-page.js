// A classic script behind the groups: the reader's own arrangement is in place before the first paint, so nothing jumps.
// It comes in a cookie, "order|folded|hidden|pinned", codes with dots between; without one the page is everybody's.
{
  const { cookie, title } = document.currentScript.dataset;
  const kept = document.cookie.split("; ").find((each) => each.startsWith(`${cookie}=`))?.slice(cookie.length + 1).replaceAll('"', "");
  const [order, folded, hidden, pinned] = (kept ?? "").split("|").concat("", "", "", "").map((codes) => codes.split(".").filter(Boolean));
  const groups = document.querySelector(".groups");
  const group = (code) => [...groups.children].find((each) => each.id === code);

  function fold(panel) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(panel.querySelector("h2"));
    details.append(summary, ...panel.childNodes);
    panel.append(details);
    panel.classList.add("folded");
  }

  /** The rows that the reader wants first, in a group of their own; a group that gave all of its rows says the rest. */
  function mine(rows) {
    const panel = document.createElement("section");
    panel.className = "panel group";
    panel.id = "mine";
    panel.setAttribute("aria-labelledby", "mine-title");
    const heading = Object.assign(document.createElement("h2"), { id: "mine-title", textContent: title });
    const table = rows[0].closest("table").cloneNode(false);
    const caption = Object.assign(document.createElement("caption"), { className: "vis", textContent: title });
    const body = document.createElement("tbody");
    table.append(caption, rows[0].closest("table").tHead.cloneNode(true), body);
    body.append(...rows);
    panel.append(heading, table);
    groups.prepend(panel);
    for (const empty of groups.querySelectorAll("table.figures")) empty.hidden = !empty.tBodies[0].rows.length;
  }

  // A group that is new since then comes last.
  groups.prepend(...order.map(group).filter(Boolean));
  for (const code of folded) if (group(code)) fold(group(code));
  for (const code of hidden) {
    if (group(code)) group(code).hidden = true;
  }
  const rows = pinned.map((code) => document.getElementById(`row-${code}`)).filter(Boolean);
  if (rows.length) mine(rows);
  // A link to a figure of a group that is left out or folded brings it back for this visit.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    const panel = link && document.getElementById(link.hash.slice(1))?.closest(".groups > section");
    if (!panel) return;
    panel.hidden = false;
    if (panel.classList.contains("folded")) panel.querySelector("details").open = true;
  });
}
