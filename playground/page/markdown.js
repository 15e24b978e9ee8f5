// Discord's markdown, built as DOM nodes. User text is never parsed as HTML.

import { h } from "./dom.js";
import { now } from "./time.js";
import { language, t } from "./words.js";

/** What a mention needs to know; app.js fills it. */
export const resolve = {
  user: () => null,
  channel: () => null,
  role: () => null,
  emoji: (id) => `/emojis/${id}.png`,
  open: () => {},
  command: () => {},
  label: (name) => name,
  person: () => {},
};

/** A fragment with the blocks of `text`: headings, subtext, quotes, lists, code, paragraphs. */
export function markdown(text) {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks(String(text)));
  if (onlyEmojis(text)) fragment.querySelectorAll(".emoji").forEach((one) => one.classList.add("jumbo"));
  return fragment;
}

const onlyEmojis = (text) => /^(\s*<a?:\w+:\d+>\s*){1,27}$/.test(text);

const BLOCKS = [
  [/```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```\n?/y, (m) => h("pre", { tabindex: 0 }, h("code", {}, m[2]))],
  [/(#{1,3}) +([^\n]+?)(?: +#+)?(?:\n|$)/y, (m) => heading(m[1].length, m[2])],
  [/-# +([^\n]+)(?:\n|$)/y, (m) => h("p", { class: "subtext" }, inline(m[1]))],
  [/>>> ([\s\S]*)/y, (m) => quote(m[1])],
  [
    /(?:> ?[^\n]*(?:\n|$))+/y,
    (m) => (/^> /.test(m[0]) ? quote(m[0].replace(/^> ?/gm, "").replace(/\n$/, "")) : null),
  ],
  [/(?:[ \t]*(?:[-*]|\d{1,3}\.) [^\n]+(?:\n|$))+/y, (m) => lists(m[0])],
];

function blocks(text) {
  const nodes = [];
  let at = 0;
  let start = 0;
  const flush = (end) => {
    if (end > start) nodes.push(...paragraph(text.slice(start, end)));
  };
  while (at < text.length) {
    const found = block(text, at);
    if (found) {
      flush(at);
      nodes.push(...[found.node].flat());
      at = start = found.end;
    } else {
      at = nextStop(text, at);
    }
  }
  flush(text.length);
  return nodes;
}

/** The next place where a block may begin: after a line break, or at a code fence. */
function nextStop(text, at) {
  const line = text.indexOf("\n", at);
  const fence = text.indexOf("```", at + 1);
  return Math.min(line < 0 ? text.length : line + 1, fence < 0 ? text.length : fence);
}

function block(text, at) {
  const fresh = at === 0 || text[at - 1] === "\n";
  for (const [pattern, build] of fresh ? BLOCKS : BLOCKS.slice(0, 1)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match && build(match);
    if (node) return { node, end: at + match[0].length };
  }
  return null;
}

function paragraph(text) {
  const body = text.replace(/\n$/, "");
  return body ? [h("p", {}, inline(body))] : [];
}

// A message's headings rank below the page's own (h1 the channel, h2 the list of messages).
const heading = (level, text) => h(`h${level + 2}`, { class: `heading-${level}` }, inline(text));

const quote = (text) => h("blockquote", {}, blocks(text));

/** The lists of some lines: deeper lines hang from the item before them, a change of kind begins anew. */
function lists(text) {
  const lines = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => /^([ \t]*)([-*]|\d+\.) (.*)$/.exec(line));
  const found = [];
  while (lines.length) found.push(listAt(lines));
  return found;
}

function listAt(lines) {
  const [, margin, mark] = lines[0];
  const ordered = /\d/.test(mark);
  const element = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(mark, 10) } : {});
  while (lines.length && lines[0][1].length >= margin.length) {
    const deeper = lines[0][1].length > margin.length;
    if (!deeper && /\d/.test(lines[0][2]) !== ordered) break;
    if (deeper) element.lastElementChild.append(listAt(lines));
    else element.append(h("li", {}, inline(lines.shift()[3])));
  }
  return element;
}

const wrap =
  (tag, props = {}) =>
  (m) =>
    h(tag, props, inline(m[1]));

const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (m) => h("code", { class: "inline" }, m[2].trim() || m[2])],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1])],
  [/<@!?(\d+)>/y, (m) => userMention(m[1])],
  [
    /<@&(\d+)>/y,
    (m) => h("span", { class: "mention" }, `@${resolve.role(m[1])?.name ?? t("playground.unknown_role")}`),
  ],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>]{1,100}):(\d+)>/y, (m) => commandMention(m[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [
    /(\(?)<a?:(\w{2,32}):(\d+)>(\u00a0[^ \n\\`<@[*_~|]*)/y,
    (m) => h("span", { class: "unbroken" }, m[1], emoji({ name: m[2], id: m[3] }), m[4]),
  ],
  [/<a?:(\w{2,32}):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/@(everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [
    /\[((?:\\[\s\S]|[^\\\]])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"[^"]*")?\)/y,
    (m) => link(m[2], inline(m[1])),
  ],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_~|!?]/y, (m) => link(m[0])],
  [/\*\*\*((?:\\[\s\S]|[^\\])+?)\*\*\*(?!\*)/y, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrap("u")],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|[^\\*])+?)(?<!\s)\*(?!\*)/y, wrap("em")],
  [/(?<![\p{L}\p{N}_])_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy, wrap("em")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y, wrap("s")],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (m) => spoiler(m[1])],
  [/\n/y, () => h("br")],
  [/(?:(?!https?:\/\/|\(<a?:)[^\\`<@[*_~|\n])+|[\s\S]/uy, (m) => m[0]],
];

/** The nodes of one run of text: emphasis, code, links, mentions, timestamps, emoji. */
export function inline(text) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    for (const [pattern, build] of INLINE) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      nodes.push(build(match));
      at += match[0].length;
      break;
    }
  }
  return nodes;
}

function userMention(id) {
  const user = resolve.user(id);
  if (!user) return h("span", { class: "mention" }, `@${t("playground.unknown_user")}`);
  return h(
    "button",
    {
      type: "button",
      class: "mention",
      "aria-haspopup": "menu",
      onclick: (event) => resolve.person(event.currentTarget, user),
    },
    `@${user.name}`,
  );
}

function channelMention(id) {
  const channel = resolve.channel(id);
  if (!channel) return h("span", { class: "mention" }, `#${t("playground.no_channel")}`);
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => resolve.open(id) },
    `#${channel.name}`,
  );
}

const commandMention = (name) =>
  h(
    "button",
    { type: "button", class: "mention", onclick: () => resolve.command(name) },
    `/${resolve.label(name)}`,
  );

const PLACE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/;

/** A link; one to a channel or message that is here is followed here, and bears its name. */
export function link(url, label, props = {}) {
  const [, id, message] = PLACE.exec(url) ?? [];
  const channel = id && resolve.channel(id);
  const follow = (event) => {
    event.preventDefault();
    resolve.open(id, message);
  };
  return h(
    "a",
    {
      href: url,
      target: "_blank",
      rel: "noopener noreferrer",
      class: channel && !label ? "mention" : null,
      onclick: channel ? follow : null,
      ...props,
    },
    label ?? (channel ? `#${channel.name}` : url),
  );
}

/** A custom emoji picture, or the character itself when it has no id. */
export function emoji({ name, id }) {
  if (!id) return h("span", { class: "unicode-emoji" }, name);
  return h("img", {
    class: "emoji",
    src: resolve.emoji(id),
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

function spoiler(text) {
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    const element = event.currentTarget;
    element.classList.add("shown");
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
    element.firstChild.removeAttribute("aria-hidden");
  };
  return h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: 0,
      "aria-label": t("playground.spoiler"),
      onclick: reveal,
      onkeydown: reveal,
    },
    h("span", { "aria-hidden": "true" }, inline(text)),
  );
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const element = h("time", {
    class: "timestamp",
    datetime: date.toISOString(),
    title: formatted(date, STYLES.F),
    data: style === "R" ? { relative: seconds } : {},
  });
  element.textContent = style === "R" ? relative(seconds) : formatted(date, STYLES[style]);
  return element;
}

const formatted = (date, style) => new Intl.DateTimeFormat(language(), style).format(date);

const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** "3 minutes ago", "in 2 days", in the page's language. */
export function relative(seconds, at = now() / 1000) {
  const away = seconds - at;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** Keeps every relative timestamp of the page fresh. */
export function refreshTimestamps(root = document) {
  for (const element of root.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative));
    if (element.textContent !== text) element.textContent = text;
  }
}
