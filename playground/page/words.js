// The page's own words, English or French, from the catalogue served at /play/words/<lang>.json.

let catalogue = {};
let current = "en";
const watchers = new Set();

export const LANGUAGES = ["en", "fr"];

/** The language of the page's words, also used for dates and times. */
export const language = () => current;

/** "fr" for any French locale of Discord, otherwise "en". */
export const languageOf = (locale) => (String(locale).startsWith("fr") ? "fr" : "en");

/** Loads a language, translates the static parts of the page, and tells whoever listens. */
export async function speak(wanted) {
  const answer = await fetch(`/play/words/${wanted}.json`);
  catalogue = await answer.json();
  current = wanted;
  document.documentElement.lang = wanted;
  translate(document);
  watchers.forEach((watcher) => watcher());
}

export const onLanguage = (watcher) => watchers.add(watcher);

/** The text of `code` with its {placeholders} filled; a plural is chosen by `n`. */
export function t(code, values = {}) {
  const entry = catalogue[code] ?? code;
  const text = Array.isArray(entry) ? (entry[plural(values.n)] ?? entry.at(-1)) : entry;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const plural = (n) => (new Intl.PluralRules(current).select(Number(n)) === "one" ? 0 : 1);

/** Fills every element that names its words: data-t for text, data-t-label for aria-label and title. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const words = t(element.dataset.tLabel);
    element.setAttribute("aria-label", words);
    if (element.tagName === "BUTTON") element.title = words;
  }
}
