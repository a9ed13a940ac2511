// The service worker: keeps the last briefing of a signed-in reader, so that it can be read without a network.
// It holds one page and that page's files, says how old the page is, and forgets all of it at sign-out.
// Nothing else is kept: no other page, no answer of the API, nothing of a portfolio.

const KEPT = "briefing";
const LONGEST = 14 * 24 * 3_600_000; // as long as a session lasts
const LEAVING = ["/logout", "/settings/delete"];
let work = Promise.resolve();

/** One step after the other, so that a page on its way into the store cannot arrive after a sign-out. */
function inTurn(step) {
  work = work.then(step, step);
  return work;
}

const forget = () => caches.delete(KEPT);

/** Stores the page under the moment of its fetch; the server's word decides whether it may be stored at all. */
async function keep(response) {
  if (response.headers.get("Offline") !== "keep") return forget();
  const headers = new Headers(response.headers);
  headers.set("Fetched", new Date().toISOString());
  const page = new Response(await response.blob(), { headers });
  const cache = await caches.open(KEPT);
  await cache.put("/", page);
  await keepOfflinePage(response.headers.get("Content-Language"));
}

/** The page for what is not kept, in the language of the newest answer. */
async function keepOfflinePage(language) {
  if (!(await caches.has(KEPT))) return;
  const cache = await caches.open(KEPT);
  const kept = await cache.match("/offline");
  if (!kept || (language && kept.headers.get("Content-Language") !== language)) await cache.add("/offline");
}

/** The files that the page came with; those of an earlier page go. */
async function keepFiles(addresses) {
  if (!(await caches.has(KEPT))) return;
  const cache = await caches.open(KEPT);
  const wanted = new Set(addresses.map((address) => new URL(address, location.origin).href));
  for (const request of await cache.keys()) {
    if (isFile(new URL(request.url)) && !wanted.has(request.url)) await cache.delete(request);
  }
  for (const address of wanted) {
    // A file that cannot be fetched costs the page that file, not those after it.
    if (isFile(new URL(address)) && !(await cache.match(address))) await cache.add(address).catch(() => {});
  }
}

function isFile(url) {
  return url.origin === location.origin && url.pathname.startsWith("/static/");
}

async function withoutNetwork(url) {
  const cache = await caches.open(KEPT);
  const page = url.pathname === "/" ? await cache.match("/") : undefined;
  const fetched = page?.headers.get("Fetched");
  if (!page || Date.now() - Date.parse(fetched) > LONGEST) return (await cache.match("/offline")) ?? Response.error();
  const text = (await page.text()).replace("<html ", `<html data-offline="${fetched}" `);
  return new Response(text, { headers: page.headers });
}

async function navigate(event, url) {
  const { request } = event;
  // Whatever becomes of the request: who wants to be signed out, or to be gone, leaves nothing behind.
  if (request.method === "POST" && LEAVING.includes(url.pathname)) await inTurn(forget);
  let response;
  try {
    response = await fetch(request);
  } catch {
    return request.method === "GET" ? withoutNetwork(url) : Response.error();
  }
  const copy = response.clone();
  // At "/" and "/login" the server says, by a header, whether there is still a session.
  if (request.method === "GET" && response.ok && ["/", "/login"].includes(url.pathname)) {
    event.waitUntil(inTurn(() => keep(copy)));
  } else if (request.method === "GET" && response.ok) {
    event.waitUntil(inTurn(() => keepOfflinePage(copy.headers.get("Content-Language"))));
  }
  return response;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (isFile(url)) event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
});

self.addEventListener("message", (event) => {
  const { first, files } = event.data ?? {};
  if (!Array.isArray(files) || !files.every((file) => typeof file === "string")) return;
  event.waitUntil(inTurn(async () => {
    if (first) await keep(await fetch("/"));
    await keepFiles(files);
  }));
});
