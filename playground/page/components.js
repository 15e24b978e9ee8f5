// Discord's Components V2, type by type, as DOM nodes.

import { h, uid } from "./dom.js";
import { face, hexagon, icon } from "./icons.js";
import { openLightbox } from "./lightbox.js";
import { emoji, link, markdown } from "./markdown.js";
import { openPicker } from "./sheet.js";
import { mark } from "./state.js";
import { t } from "./words.js";

export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
const LINK_STYLE = 5;

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

/**
 * Draws `components` for a `scene`: {message, world, busy, act(component, values)}.
 * `busy` is the custom id of the component that waits for its answer, or null.
 */
export function components(list, scene) {
  return (list ?? []).map((component) => BUILDERS[component.type]?.(component, scene) ?? null);
}

const BUILDERS = {
  [ROW]: (row, scene) => h("div", { class: "row" }, components(row.components, scene)),
  [BUTTON]: button,
  [STRING_SELECT]: selectMenu,
  [USER_SELECT]: selectMenu,
  [ROLE_SELECT]: selectMenu,
  [MENTIONABLE_SELECT]: selectMenu,
  [CHANNEL_SELECT]: selectMenu,
  9: section,
  10: (text) => h("div", { class: "text-display markup" }, markdown(text.content)),
  11: thumbnail,
  12: gallery,
  13: file,
  14: (line) =>
    h("div", {
      class: `separator ${line.divider === false ? "blank" : ""} ${line.spacing === 2 ? "large" : ""}`,
      role: line.divider === false ? null : "separator",
    }),
  17: container,
};

function container(box, scene) {
  const colour = box.accent_color ?? null;
  const style = colour === null ? {} : { "--accent": `#${colour.toString(16).padStart(6, "0")}` };
  const body = h(
    "div",
    { class: `container ${colour === null ? "" : "accented"}`, style },
    components(box.components, scene),
  );
  return box.spoiler ? veil(body) : body;
}

function section(part, scene) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(part.components, scene)),
    h("div", { class: "section-accessory" }, components([part.accessory], scene)),
  );
}

function button(item, scene) {
  const style = STYLES[item.style] ?? "secondary";
  const words = [
    item.emoji ? emoji(item.emoji) : null,
    item.label ? h("span", { class: "label" }, item.label) : null,
  ];
  const name = item.label ? null : `:${item.emoji?.name ?? ""}:`;
  if (item.style === LINK_STYLE) return linkButton(item, words, name);
  const busy = scene.busy === item.custom_id;
  return h(
    "button",
    {
      type: "button",
      class: `button ${style} ${busy ? "busy" : ""}`,
      disabled: Boolean(item.disabled),
      "aria-disabled": scene.busy ? "true" : null,
      "aria-busy": busy ? "true" : null,
      "aria-label": name,
      data: { customId: item.custom_id ?? "" },
      onclick: () => scene.busy || scene.act(item, []),
    },
    h("span", { class: "button-words" }, words),
    busy ? dots() : null,
  );
}

function linkButton(item, words, name) {
  const inside = [h("span", { class: "button-words" }, words), icon("external", 16)];
  if (item.disabled)
    return h("button", { type: "button", class: "button link", disabled: true, "aria-label": name }, inside);
  return link(item.url, inside, { class: "button link", "aria-label": name });
}

export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

const PLACEHOLDERS = {
  [STRING_SELECT]: "playground.select_option",
  [USER_SELECT]: "playground.select_user",
  [ROLE_SELECT]: "playground.select_role",
  [MENTIONABLE_SELECT]: "playground.select_mentionable",
  [CHANNEL_SELECT]: "playground.select_channel",
};

/** A select menu on a message: every answer is sent at once. */
function selectMenu(menu, scene) {
  const busy = scene.busy === menu.custom_id;
  return select(menu, scene.world, (values) => scene.act(menu, values), {
    busy,
    locked: Boolean(scene.busy),
  });
}

/** Any of the five select kinds; `done(values)` is called with the values the person picked. */
export function select(menu, world, done, { busy = false, locked = false, values = null } = {}) {
  const items = choices(menu, world);
  const chosen = new Set(values ?? preset(menu));
  const [min, max] = [menu.min_values ?? 1, menu.max_values ?? 1];
  const label = menu.placeholder ?? t(PLACEHOLDERS[menu.type]);
  const search = items.length > 7 || menu.type !== STRING_SELECT;
  const field = h(
    "button",
    {
      type: "button",
      class: `select ${busy ? "busy" : ""}`,
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label,
      "aria-disabled": locked ? "true" : null,
      disabled: Boolean(menu.disabled),
      data: { customId: menu.custom_id ?? "" },
      onclick: () => locked || openPicker(field, { label, items, chosen, min, max, search, done }),
    },
    h("span", { class: "select-words" }, picked(items, chosen) ?? h("span", { class: "placeholder" }, label)),
    busy ? dots() : icon("down", 20),
  );
  field.values = [...chosen];
  return field;
}

function picked(items, chosen) {
  const found = items.filter((item) => chosen.has(item.value));
  if (!found.length) return null;
  return found.map((item) =>
    h("span", { class: "picked" }, item.picture?.cloneNode(true) ?? null, item.label),
  );
}

const preset = (menu) =>
  menu.type === STRING_SELECT
    ? (menu.options ?? []).filter((option) => option.default).map((option) => option.value)
    : (menu.default_values ?? []).map((value) => value.id);

function choices(menu, world) {
  const people = () =>
    world
      .people()
      .map((user) => ({
        value: user.id,
        label: user.name,
        description: user.username,
        picture: portrait(user, 24),
      }));
  const roles = () =>
    world.roles().map((role) => ({ value: role.id, label: `@${role.name}`, picture: icon("at", 20) }));
  const channels = () =>
    world
      .channels()
      .filter((channel) => !menu.channel_types?.length || menu.channel_types.includes(channel.type))
      .map((channel) => ({
        value: channel.id,
        label: channel.name,
        picture: icon(mark(channel), 20),
      }));
  const kinds = {
    [STRING_SELECT]: () => (menu.options ?? []).map(stringChoice),
    [USER_SELECT]: people,
    [ROLE_SELECT]: roles,
    [MENTIONABLE_SELECT]: () => [...people(), ...roles()],
    [CHANNEL_SELECT]: channels,
  };
  return kinds[menu.type]();
}

const stringChoice = (option) => ({
  value: option.value,
  label: option.label,
  description: option.description,
  picture: option.emoji ? emoji(option.emoji) : null,
});

/** The drawn face of a person, or the bot's hexagon. */
export function portrait(user, size = 40) {
  const picture = user.bot ? hexagon(size) : face(user.look ?? 0, size);
  return h("span", { class: "portrait", style: { "--size": `${size}px` } }, picture);
}

function gallery(part) {
  const items = part.items ?? [];
  const pictures = items.map((item) => ({
    url: item.media.url,
    alt: item.description ?? "",
    ...size(item.media),
  }));
  return h(
    "div",
    { class: `gallery count-${Math.min(items.length, 5)}` },
    items.map((item, index) => picture(pictures, index, item.spoiler)),
  );
}

const size = (media) => ({ width: media.width ?? null, height: media.height ?? null });

/** A picture that opens in the light box; its alt text is its label. */
export function picture(pictures, index, spoiler = false) {
  const { url, alt, width, height } = pictures[index];
  const image = h("img", { src: url, alt, width, height, loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.closest(".picture")?.classList.add("broken"));
  const frame = h(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": alt ? `${t("playground.open_picture")}: ${alt}` : t("playground.open_picture"),
      style: width && height ? { "--ratio": `${width} / ${height}` } : {},
      onclick: () => openLightbox(pictures, index),
    },
    image,
    alt ? h("span", { class: "alt-mark", "aria-hidden": "true" }, "ALT") : null,
  );
  return spoiler ? veil(frame) : frame;
}

function thumbnail(part) {
  const one = { url: part.media.url, alt: part.description ?? "", ...size(part.media) };
  const frame = picture([one], 0, part.spoiler);
  frame.classList.add("thumbnail");
  return frame;
}

function file(part, scene) {
  const url = part.file.url;
  const name = part.name ?? decodeURIComponent(new URL(url, location.href).pathname.split("/").at(-1));
  const found = scene.message?.attachments?.find((one) => one.filename === name);
  return fileCard(url, name, part.size ?? found?.size, part.spoiler);
}

/** A file to download, with its size. */
export function fileCard(url, name, bytes, spoiler = false) {
  const card = h(
    "a",
    { class: "file", href: url, download: name, target: "_blank", rel: "noopener" },
    icon("file", 28),
    h(
      "span",
      { class: "file-words" },
      h("span", { class: "file-name" }, name),
      bytes ? h("small", {}, weight(bytes)) : null,
    ),
  );
  return spoiler ? veil(card) : card;
}

function weight(bytes) {
  const [value, unit] = bytes < 1e6 ? [Math.max(0.1, bytes / 1e3), "kilobyte"] : [bytes / 1e6, "megabyte"];
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit,
    maximumFractionDigits: 1,
  }).format(value);
}

/** Hides something behind a spoiler until it is pressed. */
function veil(content) {
  const id = uid("veiled");
  content.id = id;
  const cover = h(
    "button",
    { type: "button", class: "veil", "aria-controls": id, onclick: () => box.classList.add("shown") },
    t("playground.spoiler"),
  );
  const box = h("div", { class: "veiled" }, content, cover);
  return box;
}
