// What draws a member's eye: toasts, the title of the tab and its icon.

import { $, fill, h } from "./dom.js";
import { portrait } from "./components.js";

const STAYS = 7000;

/** Shows a card that leaves by itself; pressing it runs `open`. */
export function toast({ picture, title, words, mention = false, brief = false, open }) {
  const card = h(
    "button",
    {
      type: "button",
      class: `toast ${mention ? "mention-toast" : ""} ${brief ? "brief" : ""}`,
      onclick: () => (card.remove(), open?.()),
    },
    picture ?? null,
    h("span", { class: "names" }, h("b", {}, title), words ? h("span", { class: "words" }, words) : null),
  );
  if (brief) $("toasts").querySelector(".brief")?.remove();
  $("toasts").append(card);
  while ($("toasts").childElementCount > 3) $("toasts").firstChild.remove();
  const leave = () => {
    card.classList.add("leaving");
    setTimeout(() => card.remove(), 320);
  };
  let timer = setTimeout(leave, brief ? STAYS / 3 : STAYS);
  card.addEventListener("pointerenter", () => clearTimeout(timer));
  card.addEventListener("pointerleave", () => (timer = setTimeout(leave, STAYS)));
  return card;
}

/** Tells a member that they were called, and where. */
export function announce(world, event, open) {
  const channel = world.channel(event.channel);
  const author = world.known(event.author);
  const where = !channel || event.reason === "dm" ? "" : ` · #${world.nameOf(channel)}`;
  toast({
    picture: portrait(author, 36),
    title: `${author.name}${where}`,
    words: event.text,
    mention: true,
    open: () => open(event.channel),
  });
}

/** "(2) #games | Hexagora", and a red dot on the icon while something calls. */
export function badge(world, channel) {
  const places = [...world.places.values()];
  const mentions = places.reduce((sum, one) => sum + (one.mentions ?? 0), 0);
  const where = channel ? `${channel.type === 1 ? "@" : "#"}${world.nameOf(channel)} | ` : "";
  fill($("drawer-count"), mentions || null);
  $("drawer-count").hidden = !mentions;
  document.title = `${mentions ? `(${mentions}) ` : ""}${where}${world.guild.name}`;
  $("favicon").href = favicon(mentions > 0);
}

function favicon(calling) {
  const dot = calling
    ? '<circle cx="31" cy="31" r="9" fill="#f23f43" stroke="#1f2530" stroke-width="2"/>'
    : "";
  const hexagons =
    '<polygon points="20,3 35,11.5 35,28.5 20,37 5,28.5 5,11.5" fill="#1f2530"/><polygon points="20,7 31,13.5 31,26.5 20,33 9,26.5 9,13.5" fill="#f8c23f"/>';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${hexagons}${dot}</svg>`)}`;
}
