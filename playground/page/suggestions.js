// The list above the composer: commands, options, choices, people. The focus stays in the field that
// is being typed in; that field tells assistive technology which entry is active.

import { fill, h, uid } from "./dom.js";
import { dots } from "./components.js";

export class Suggestions {
  #items = [];
  #active = -1;

  constructor(host, label) {
    this.element = h("div", {
      class: "suggestions",
      role: "listbox",
      id: uid("suggestions"),
      "aria-label": label,
      hidden: true,
    });
    // A press must not take the focus from the field.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    host.append(this.element);
  }

  /**
   * Shows `items` {title, detail, tag, picture, group, run} for `field`; `first` says whether Enter
   * takes the first of them. `hint` stands above, `waiting` shows that more is coming.
   */
  show(field, { items, first = true, hint = null, waiting = false }) {
    if (this.field !== field) this.hide();
    this.field = field;
    this.#items = items;
    this.#active = first && items.length ? 0 : -1;
    const rows = items.flatMap((item, i) => [this.#group(item, items[i - 1]), this.#row(item, i)]);
    fill(
      this.element,
      hint ? h("div", { class: "suggestions-hint" }, hint) : null,
      rows,
      waiting ? dots() : null,
    );
    this.element.hidden = !this.element.childElementCount;
    this.element.scrollTop = 0;
    this.#point();
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#point();
  }

  get open() {
    return !this.element.hidden;
  }

  get active() {
    return this.#items[this.#active] ?? null;
  }

  /** Moves with the arrow keys; says whether the key was one of its own. */
  move(key) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!step || !this.open || !this.#items.length) return false;
    const count = this.#items.length;
    this.#active = this.#active < 0 ? (step > 0 ? 0 : count - 1) : (this.#active + step + count) % count;
    this.#point();
    return true;
  }

  #group(item, before) {
    if (!item.group || item.group === before?.group) return null;
    return h(
      "div",
      { class: "suggestions-head", role: "presentation" },
      item.groupPicture ?? null,
      item.group,
    );
  }

  #row(item, index) {
    return h(
      "div",
      {
        class: "suggestion",
        role: "option",
        id: uid("suggestion"),
        "aria-selected": "false",
        data: { index },
        onclick: () => item.run(),
        onpointermove: () => this.#pointAt(index),
      },
      item.picture ?? null,
      h(
        "div",
        { class: "words" },
        h("span", {}, item.title),
        item.detail ? h("small", {}, item.detail) : null,
      ),
      item.tag ? h("span", { class: "tag" }, item.tag) : null,
    );
  }

  #pointAt(index) {
    if (index === this.#active) return;
    this.#active = index;
    this.#point(false);
  }

  #point(scroll = true) {
    let current = null;
    for (const row of this.element.querySelectorAll(".suggestion")) {
      const active = Number(row.dataset.index) === this.#active;
      row.classList.toggle("active", active);
      row.setAttribute("aria-selected", String(active));
      if (active) current = row;
    }
    if (scroll) current?.scrollIntoView({ block: "nearest" });
    this.field?.setAttribute("aria-expanded", String(this.open));
    if (current) this.field?.setAttribute("aria-activedescendant", current.id);
    else this.field?.removeAttribute("aria-activedescendant");
  }
}

/** The attributes that tie a field to its list. */
export const tied = (suggestions) => ({
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  "aria-controls": suggestions.element.id,
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
});
