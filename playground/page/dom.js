// Small helpers around the DOM. Text only ever becomes a text node, so nothing a member or the bot
// writes can turn into markup.

/** Makes an element: h("button", {class: "primary", onclick}, "Go"). A null child is left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...flat(children));
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.className = value;
  else if (name === "style") Object.entries(value).forEach(([k, v]) => element.style.setProperty(k, v));
  else if (name === "data") Object.assign(element.dataset, value);
  else element.setAttribute(name, value === true ? "" : value);
}

const flat = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export const $ = (id) => document.getElementById(id);

/** Replaces the children of `element`. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

let lastId = 0;
/** A fresh id, to tie labels, descriptions and lists to their field. */
export const uid = (prefix) => `${prefix}-${++lastId}`;

/** Calls `task` once, `ms` after the last call. */
export function debounce(task, ms) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => task(...args), ms);
  };
}

export const touch = () => matchMedia("(hover: none)").matches;
export const narrow = () => matchMedia("(max-width: 760px)").matches;

/** Lower case without accents, for searches: "Inès" is found by "ines". */
export const plain = (text) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The entries of which one of their names holds what is typed: first those that begin with it. */
export function ranked(entries, typed, namesOf) {
  const wanted = plain(typed.trim());
  const rank = (entry) => {
    const names = namesOf(entry).filter(Boolean).map(plain);
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return [0, 1].flatMap((place) => entries.filter((entry) => rank(entry) === place));
}

/** The keys of a roving list: which index comes after `index` of `count`, or null. */
export function roved(key, index, count) {
  const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 };
  return key in moves && count ? (moves[key] + count) % count : null;
}
