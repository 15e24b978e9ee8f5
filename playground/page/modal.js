// A modal of the bot: text inputs, menus and choices with their labels, sent as one form.

import { ROW, TEXT_INPUT, dots, select } from "./components.js";
import { h, uid } from "./dom.js";
import { hexagon, icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { t } from "./words.js";

const TEXT_DISPLAY = 10;
const LABEL = 18;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;

/**
 * One open modal. `submit(values)` sends the answers by custom id, `leave()` says that the person
 * closed it. It stays, with a spinner, until `finish()` or `fail(words)`.
 */
export class Modal {
  #fields = [];

  constructor(modal, world, { submit, leave }) {
    Object.assign(this, { world, submit, leave });
    const title = uid("title");
    this.element = h("dialog", { class: "modal", "aria-labelledby": title, onclose: () => this.#closed() });
    this.failure = h("p", { class: "modal-failure", role: "alert", hidden: true });
    this.send = h(
      "button",
      { type: "submit", class: "button primary" },
      h("span", { class: "button-words" }, t("playground.submit")),
      dots(),
    );
    const cancel = () => this.element.close();
    this.element.append(
      h(
        "form",
        { novalidate: true, onsubmit: (event) => this.#deliver(event) },
        h(
          "header",
          {},
          hexagon(32),
          h("h2", { id: title }, modal.title),
          h(
            "button",
            { type: "button", class: "round", "aria-label": t("playground.close"), onclick: cancel },
            icon("close"),
          ),
        ),
        h(
          "div",
          { class: "modal-body" },
          modal.components.map((part) => this.#piece(part)),
          this.failure,
        ),
        h(
          "footer",
          {},
          h("button", { type: "button", class: "button link", onclick: cancel }, t("playground.cancel")),
          this.send,
        ),
      ),
    );
    document.body.append(this.element);
    this.element.showModal();
    (this.#fields[0] ?? this.send).focus();
  }

  /** Answered: closes without telling the server again. */
  finish() {
    this.leave = () => {};
    this.element.close();
  }

  /** Keeps the answers on the screen and says what went wrong. */
  fail(words) {
    this.#busy(false);
    this.failure.textContent = words;
    this.failure.hidden = false;
  }

  #closed() {
    this.element.remove();
    this.leave();
  }

  #busy(busy) {
    this.send.classList.toggle("busy", busy);
    this.send.disabled = busy;
  }

  async #deliver(event) {
    event.preventDefault();
    const wrong = this.#fields.filter((field) => !field.check());
    if (wrong.length) return wrong[0].focus();
    this.failure.hidden = true;
    this.#busy(true);
    try {
      await this.submit(Object.fromEntries(this.#fields.map((field) => [field.custom, field.value()])));
    } catch (refused) {
      this.fail(t(refused.code, refused.values));
    }
  }

  #piece(part) {
    if (part.type === TEXT_DISPLAY) return h("div", { class: "markup" }, markdown(part.content));
    if (part.type === ROW)
      return part.components.map((one) => this.#labelled({ label: one.label, component: one }));
    return part.type === LABEL ? this.#labelled(part) : null;
  }

  #labelled({ label, description, component }) {
    const ids = {
      field: uid("field"),
      label: uid("label"),
      about: description ? uid("about") : null,
      error: uid("error"),
    };
    const described = [ids.about, ids.error].filter(Boolean).join(" ");
    const error = h("p", { class: "field-error", id: ids.error, "aria-live": "polite" });
    const field = fieldFor(component, { ...ids, described, name: label }, this.world);
    this.#fields.push({
      custom: component.custom_id,
      ...field,
      check: () => checked(component, field, error),
    });
    return h(
      "div",
      { class: "field" },
      h(
        "label",
        { for: ids.field, id: ids.label },
        label,
        needed(component) ? h("span", { class: "required", "aria-hidden": "true" }, "*") : null,
      ),
      description ? h("p", { class: "field-about", id: ids.about }, description) : null,
      field.element,
      error,
    );
  }
}

const needed = (component) => component.type !== CHECKBOX && (component.required ?? true);

/** Says under the field what is wrong with it; true when nothing is. */
function checked(component, field, error) {
  const size = field.size();
  const least = component.min_length ?? component.min_values ?? 0;
  const missing = needed(component) && !size;
  const short = component.type === TEXT_INPUT && size > 0 && size < least;
  error.textContent = missing
    ? t("playground.required")
    : short
      ? t("playground.too_short", { n: least })
      : "";
  field.target().setAttribute("aria-invalid", String(missing || short));
  return !missing && !short;
}

function fieldFor(component, ids, world) {
  if (component.type === TEXT_INPUT) return textField(component, ids);
  if (component.type === CHECKBOX) return checkbox(component, ids);
  if ([RADIO_GROUP, CHECKBOX_GROUP].includes(component.type)) return group(component, ids);
  return menuField(component, ids, world);
}

function textField(component, ids) {
  const area = component.style === 2;
  const input = h(area ? "textarea" : "input", {
    id: ids.field,
    type: area ? null : "text",
    rows: area ? 4 : null,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder ?? null,
    "aria-required": String(needed(component)),
    "aria-describedby": ids.described,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = component.value ?? "";
  return {
    element: input,
    target: () => input,
    focus: () => input.focus(),
    size: () => input.value.trim().length,
    value: () => input.value,
  };
}

function menuField(component, ids, world) {
  const holder = h("div", {});
  let values = null;
  const draw = () => {
    const menu = select(component, world, take, { values });
    menu.id = ids.field;
    menu.setAttribute("aria-label", ids.name);
    menu.setAttribute("aria-describedby", ids.described);
    values ??= menu.values;
    holder.replaceChildren(menu);
  };
  const take = (chosen) => {
    values = chosen;
    draw();
    holder.firstChild.focus();
  };
  draw();
  return {
    element: holder,
    target: () => holder.firstChild,
    focus: () => holder.firstChild.focus(),
    size: () => values.length,
    value: () => values,
  };
}

function checkbox(component, ids) {
  const input = h("input", { type: "checkbox", id: ids.field, "aria-describedby": ids.described });
  input.checked = Boolean(component.default);
  return {
    element: input,
    target: () => input,
    focus: () => input.focus(),
    size: () => 1,
    value: () => input.checked,
  };
}

function group(component, ids) {
  const several = component.type === CHECKBOX_GROUP;
  const inputs = component.options.map((option) => {
    const input = h("input", { type: several ? "checkbox" : "radio", name: ids.field, value: option.value });
    input.checked = Boolean(option.default);
    return input;
  });
  const rows = component.options.map((option, i) =>
    h(
      "label",
      { class: "choice" },
      inputs[i],
      h("span", {}, option.label, option.description ? h("small", {}, option.description) : null),
    ),
  );
  const box = h(
    "div",
    {
      role: several ? "group" : "radiogroup",
      id: ids.field,
      "aria-labelledby": ids.label,
      "aria-describedby": ids.described,
      class: "choices",
    },
    rows,
  );
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return {
    element: box,
    target: () => box,
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus(),
    size: () => picked().length,
    value: () => (several ? picked() : (picked()[0] ?? null)),
  };
}
