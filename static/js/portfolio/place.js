// Where this browser keeps the portfolio of the reader who is signed in. No other script knows a name of this storage.
//
// A cookie says under which name, and theme.js hands it on as an attribute of <html> when the page begins: it ends in a
// random key of the account, so that the next reader at this browser finds a place of their own and not the portfolio of
// the one before.

export const FORMER = "svc.portfolio"; // one for all, as older versions kept it: nobody knows whose (former.js)
const NOBODY = `${FORMER}.nobody`; // a page without a reader

/** The names under one reader's: the state, a copy that could not be read, the consent, "the former one is not mine". */
export const names = (key) => ({ state: key, kept: `${key}.kept`, consent: `${key}.explain`, left: `${key}.left` });

export const pageKey = () => globalThis.document?.documentElement.dataset.portfolioKey ?? NOBODY;

// Named only when used: where a browser refuses storage, the mere name throws.
export const browserStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
  removeItem: (key) => localStorage.removeItem(key),
  keys: () => Object.keys(localStorage),
};

/** Removes everything of one reader and nothing of anybody else. False when the browser refuses. */
export function forget(key, storage = browserStorage) {
  try {
    for (const name of Object.values(names(key))) storage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether nothing here is somebody else's: clearing all of the site's storage would then take nobody's portfolio. */
export function isAlone(key, storage = browserStorage) {
  try {
    const own = new Set(Object.values(names(key)));
    return storage.keys().every((name) => own.has(name) || !(name === FORMER || name.startsWith(`${FORMER}.`)));
  } catch {
    return false;
  }
}
