// Menus and pickers. One element serves them all: a <dialog> that hangs from its button on a wide
// screen and rises from the bottom edge on a phone. Focus, Escape and inertness come from <dialog>.

import { fill, h, narrow, plain, roved, uid } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Opens `content` beside `anchor`; returns the dialog. Focus goes back to where it was. */
export function openSheet(anchor, content, { label, className = "", onclose = () => {} }) {
  const sheet = h("dialog", { class: `sheet ${className}`, "aria-label": label }, content);
  const origin = document.activeElement;
  (anchor.closest("dialog") ?? document.body).append(sheet);
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("close", () => {
    sheet.remove();
    onclose();
    if (origin?.isConnected) origin.focus({ preventScroll: true });
  });
  sheet.showModal();
  place(sheet, anchor);
  return sheet;
}

/** Puts the sheet under its anchor, or above it when there is no room; a phone's style ignores this. */
function place(sheet, anchor) {
  const gap = 6;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const below = at.bottom + gap + height <= innerHeight || at.top < height + gap;
  const top = below ? Math.min(at.bottom + gap, innerHeight - height - gap) : at.top - gap - height;
  const left = Math.min(at.left, innerWidth - width - gap);
  sheet.style.setProperty("--top", `${Math.max(gap, top)}px`);
  sheet.style.setProperty("--left", `${Math.max(gap, left)}px`);
  sheet.style.setProperty("--anchor-width", `${at.width}px`);
  sheet.classList.toggle("above", !below);
}

/** A menu of actions: entries are {label, icon, detail, checked, danger, run} or {heading}. */
export function openMenu(anchor, label, entries, className = "") {
  const menu = h("div", { role: "menu", "aria-label": label, class: "menu" });
  const sheet = openSheet(anchor, menu, { label, className });
  fill(
    menu,
    entries.map((entry) => (entry.heading ? menuHeading(entry) : menuItem(entry, sheet))),
  );
  const items = [...menu.querySelectorAll("[role^=menuitem]")];
  menu.addEventListener("keydown", (event) => {
    const next = roved(event.key, items.indexOf(document.activeElement), items.length);
    if (next === null) return;
    event.preventDefault();
    items[next].focus();
  });
  place(sheet, anchor);
  (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
  return sheet;
}

const menuHeading = (entry) => h("div", { class: "menu-heading", role: "presentation" }, entry.heading);

function menuItem(entry, sheet) {
  const choose = () => {
    sheet.close();
    entry.run();
  };
  const radio = entry.checked !== undefined;
  return h(
    "button",
    {
      type: "button",
      class: `menu-item ${entry.danger ? "danger" : ""}`,
      role: radio ? "menuitemradio" : "menuitem",
      "aria-checked": radio ? String(entry.checked) : null,
      onclick: choose,
    },
    entry.icon ? h("span", { class: "menu-icon" }, entry.icon) : null,
    h(
      "span",
      { class: "menu-words" },
      h("span", {}, entry.label),
      entry.detail ? h("small", {}, entry.detail) : null,
    ),
    entry.checked ? icon("check", 18) : null,
  );
}

/**
 * A list to choose from, with a search field. `items` are {value, label, description, picture};
 * `chosen` a Set of values. A single choice answers at once, several when the list closes.
 */
export function openPicker(anchor, { label, items, chosen, min, max, search, done }) {
  const several = max > 1;
  const picked = new Set(chosen);
  const list = h("div", {
    role: "listbox",
    id: uid("list"),
    "aria-label": label,
    "aria-multiselectable": String(several),
    tabindex: 0,
    class: "options",
  });
  const field = search ? searchField(list.id) : null;
  const finish = several
    ? h(
        "button",
        { type: "button", class: "button primary wide", onclick: () => sheet.close() },
        t("playground.done"),
      )
    : null;
  const settle = () => several && answer();
  const sheet = openSheet(anchor, [h("div", { class: "sheet-title" }, label), field, list, finish], {
    label,
    className: "picker",
    onclose: settle,
  });
  let shown = [];
  let active = 0;

  function answer() {
    const same = picked.size === chosen.size && [...picked].every((value) => chosen.has(value));
    if (!same && picked.size >= min)
      done([...items.map((item) => item.value).filter((value) => picked.has(value))]);
  }
  function toggle(value) {
    if (!several) {
      sheet.close();
      done(picked.has(value) && min === 0 ? [] : [value]);
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < max) picked.add(value);
    draw();
  }
  function point(index) {
    active = index;
    [...list.children].forEach((option, i) => option.classList.toggle("active", i === active));
    const option = list.children[active];
    option?.scrollIntoView({ block: "nearest" });
    (field?.querySelector("input") ?? list).setAttribute("aria-activedescendant", option?.id ?? "");
    list.setAttribute("aria-activedescendant", option?.id ?? "");
  }
  function draw() {
    const wanted = plain(field?.querySelector("input").value ?? "");
    shown = items.filter((item) => plain(`${item.label} ${item.description ?? ""}`).includes(wanted));
    fill(
      list,
      shown.map((item, i) =>
        option(
          item,
          picked.has(item.value),
          several,
          () => toggle(item.value),
          () => point(i),
        ),
      ),
    );
    if (!shown.length) fill(list, h("p", { class: "nothing" }, t("playground.nothing_found")));
    point(Math.min(active, Math.max(0, shown.length - 1)));
  }
  sheet.addEventListener("keydown", (event) => {
    const next = roved(event.key, active, shown.length);
    const choose = event.key === "Enter" || (event.key === " " && event.target === list);
    if (next !== null) point(next);
    else if (choose && shown[active] && event.target.tagName !== "BUTTON") toggle(shown[active].value);
    else return;
    event.preventDefault();
  });
  field?.addEventListener("input", () => {
    active = 0;
    draw();
  });
  active = Math.max(
    0,
    items.findIndex((item) => picked.has(item.value)),
  );
  draw();
  place(sheet, anchor);
  (narrow() || !field ? list : field.querySelector("input")).focus();
}

function searchField(listId) {
  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": listId,
    "aria-label": t("playground.search"),
    placeholder: t("playground.search"),
    autocomplete: "off",
  });
  return h("div", { class: "search" }, icon("search", 18), input);
}

function option(item, selected, several, choose, point) {
  return h(
    "div",
    {
      role: "option",
      id: uid("option"),
      "aria-selected": String(selected),
      class: "option",
      onclick: choose,
      onpointermove: point,
    },
    item.picture ? h("span", { class: "option-picture" }, item.picture) : null,
    h(
      "span",
      { class: "option-words" },
      h("span", {}, item.label),
      item.description ? h("small", {}, item.description) : null,
    ),
    several
      ? h("span", { class: "tick" }, selected ? icon("check", 16) : null)
      : selected
        ? icon("check", 18)
        : null,
  );
}
