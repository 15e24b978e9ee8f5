// A slash command being filled in: its name, one pill for each option, and what else may be added.

import { debounce, h, plain, ranked, uid } from "./dom.js";
import { portrait } from "./components.js";
import { hexagon, icon } from "./icons.js";
import { mark } from "./state.js";
import { tied } from "./suggestions.js";
import { t } from "./words.js";

const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;
const ATTACHMENT = 11;
const NUMBERS = [INTEGER, NUMBER];
const PICKED = [BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE];
const AUTOCOMPLETE_PAUSE = 150;
const YES = ["yes", "oui", "true", "vrai"];
const NO = ["no", "non", "false", "faux"];

/** By what an entry of a list is found: its name, what stands below it, and other words for it. */
const namesOf = ({ name, detail = "", also = [] }) => [name, detail, ...also];

/** `actions`: submit(options), leave(text), complete(options, focused), wrong(words). */
export class CommandLine {
  #pills = [];

  constructor(command, { world, suggestions, actions }) {
    Object.assign(this, { command, world, suggestions, actions });
    this.rest = this.#restField();
    this.name = h("span", { class: "command-name" }, hexagon(20), `/${command.label}`);
    this.element = h(
      "div",
      {
        class: "command-line",
        role: "group",
        "aria-label": `/${command.label}`,
        onclick: (event) => event.target === this.element && this.focus(),
      },
      this.name,
      this.rest,
    );
    command.options.filter((option) => option.required).forEach((option) => this.#add(option));
    this.#count();
  }

  /** Puts the cursor in the first field that still needs something. */
  focus() {
    const next = this.#pills.find((pill) => pill.option.required && !pill.filled());
    (next?.input ?? this.#restOr(this.#pills.at(-1)?.input)).focus();
  }

  /** Fills the first option with text that was typed after the command's name. */
  begin(text) {
    const [first] = this.command.options;
    if (text && first) (this.#pills[0] ?? this.#add(first)).write(text);
  }

  /** Whether it could be sent as it is. */
  get ready() {
    return this.#pills.every((pill) => pill.filled());
  }

  get remaining() {
    return this.command.options.filter((option) => !this.#pills.some((pill) => pill.option === option));
  }

  /** Sends the command when every field is right; shows what is not. */
  submit() {
    this.#gather();
    const wrong = this.#pills.find((pill) => !pill.check());
    if (wrong) {
      this.actions.wrong(wrong.problem);
      wrong.input.focus();
      return;
    }
    this.suggestions.hide();
    this.actions.submit(this.values());
  }

  /** Text that was typed where no option was named is for the first one that is left. */
  #gather() {
    const typed = this.rest.value.trim();
    this.rest.value = "";
    if (typed) this.#add(this.remaining[0]).write(typed);
  }

  values() {
    return Object.fromEntries(
      this.#pills.filter((pill) => pill.filled()).map((pill) => [pill.option.name, pill.value()]),
    );
  }

  #restOr(input) {
    return this.remaining.length || !input ? this.rest : input;
  }

  #add(option) {
    const pill = new Pill(option, this);
    this.#pills.push(pill);
    this.element.insertBefore(pill.element, this.rest);
    this.#count();
    return pill;
  }

  #remove(pill) {
    this.#pills = this.#pills.filter((one) => one !== pill);
    pill.element.remove();
    this.#count();
  }

  #count() {
    const n = this.remaining.length;
    this.rest.classList.toggle("none", !n);
    this.rest.readOnly = !n;
    this.rest.placeholder = n ? t("playground.more_options", { n }) : "";
    this.rest.style.setProperty("width", n ? `${this.rest.placeholder.length + 3}ch` : "1px");
  }

  /** After an option was filled: the next one that is needed, or the end of the line. */
  advance(from) {
    const next = this.#pills.find((pill) => pill !== from && pill.option.required && !pill.filled());
    if (next) return next.input.focus();
    if (this.remaining.length) return this.rest.focus();
    this.suggestions.hide();
    return from.input.focus();
  }

  /** Backspace in an empty field: drops an optional pill, or goes back to plain text. */
  back(pill) {
    const index = pill ? this.#pills.indexOf(pill) : this.#pills.length;
    if (pill && !pill.option.required) this.#remove(pill);
    const before = this.#pills[index - 1];
    if (before) before.input.focus();
    else if (pill && !pill.option.required) this.rest.focus();
    else this.actions.leave(`/${this.command.label}`);
  }

  #restField() {
    const field = h("input", {
      type: "text",
      class: "more-options",
      "aria-label": t("playground.optional"),
      ...tied(this.suggestions),
      onfocus: () => this.#offer(),
      oninput: () => this.#offer(),
      onkeydown: (event) => this.key(event, null),
      onblur: () => this.suggestions.hide(),
    });
    return field;
  }

  /** The options that may still be added. */
  #offer() {
    const wanted = this.rest.value.trim();
    const items = ranked(this.remaining, wanted, (option) => [option.label]).map((option) => ({
      title: option.label,
      detail: option.description,
      group: t("playground.optional"),
      run: () => this.#choose(option),
    }));
    if (!this.remaining.length) return this.suggestions.hide();
    this.suggestions.show(this.rest, { items, first: Boolean(wanted), hint: t("playground.ready") });
  }

  #choose(option) {
    this.rest.value = "";
    this.#add(option).input.focus();
  }

  /** The keys all fields of the line share. */
  key(event, pill) {
    const { suggestions } = this;
    const field = pill?.input ?? this.rest;
    if (event.isComposing) return;
    if (suggestions.move(event.key)) event.preventDefault();
    else if (event.key === "Enter") this.#enter(event);
    else if (event.key === "Tab" && !event.shiftKey && suggestions.active) this.#take(event);
    else if (event.key === "Escape") this.#escape(event);
    else if (event.key === "Backspace" && !field.value) this.#erase(event, pill);
  }

  #enter(event) {
    event.preventDefault();
    if (this.suggestions.active) this.suggestions.active.run();
    else this.submit();
  }

  #take(event) {
    event.preventDefault();
    this.suggestions.active.run();
  }

  #escape(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.suggestions.open) this.suggestions.hide();
    else this.actions.leave("");
  }

  #erase(event, pill) {
    event.preventDefault();
    this.back(pill);
  }
}

/** One option: its name and a field. What was picked from a list keeps its value beside its name. */
class Pill {
  #asked = 0;
  #chosen = null;

  constructor(option, line) {
    Object.assign(this, { option, line, problem: "" });
    const id = uid("option");
    const numeric = NUMBERS.includes(option.type) && !option.choices?.length;
    this.input = h("input", {
      id,
      type: this.#attaches ? "file" : "text",
      inputmode: numeric ? "numeric" : null,
      maxlength: option.max_length ?? 6000,
      "aria-required": String(option.required),
      ...tied(line.suggestions),
      onfocus: () => this.offer(),
      oninput: () => (this.#attaches ? this.#attach() : this.#typed()),
      onkeydown: (event) => line.key(event, this),
      onblur: () => this.#left(),
    });
    this.element = h(
      "span",
      { class: "pill", data: { option: option.name } },
      h("label", { for: id }, option.label),
      this.input,
    );
    this.ask = debounce(() => this.#complete(), AUTOCOMPLETE_PAUSE);
  }

  write(text) {
    if (this.#attaches) return;
    this.input.value = text;
    this.#grow();
  }

  /** The value to send: of the picked entry, or what was typed. */
  value() {
    const text = this.input.value.trim();
    if (this.#chosen) return this.#chosen.value;
    return NUMBERS.includes(this.option.type) ? Number(text.replace(",", ".")) : text;
  }

  get #attaches() {
    return this.option.type === ATTACHMENT;
  }

  /** Reads the chosen file, which is sent in base64. */
  async #attach() {
    this.#chosen = null;
    const [file] = this.input.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 32768)
      binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
    this.input.style.setProperty("--width", `${Math.max(24, file.name.length + 16)}ch`);
    this.#chosen = { name: file.name, value: { name: file.name, content: btoa(binary) } };
    this.check();
  }

  filled() {
    return this.#chosen !== null || this.input.value.trim() !== "";
  }

  check() {
    this.problem = this.#wrong();
    this.element.classList.toggle("wrong", Boolean(this.problem));
    this.input.setAttribute("aria-invalid", String(Boolean(this.problem)));
    return !this.problem;
  }

  #wrong() {
    const { option } = this;
    if (!this.filled()) return option.required ? t("playground.missing_option", { name: option.label }) : "";
    if (!this.#chosen && this.#listed) this.#chosen = this.#exact();
    if (!this.#chosen && this.#listed) return t("playground.bad_option", { name: option.label });
    if (NUMBERS.includes(option.type) && !this.#inRange(this.value()))
      return t("playground.bad_option", { name: option.label });
    const short = !this.#chosen && this.input.value.trim().length < (option.min_length ?? 0);
    return short ? t("playground.too_short", { n: option.min_length }) : "";
  }

  #inRange(number) {
    const { min_value: low = -Infinity, max_value: high = Infinity, type } = this.option;
    return (
      Number.isFinite(number) &&
      number >= low &&
      number <= high &&
      (type !== INTEGER || Number.isInteger(number))
    );
  }

  /** Whether the value must come from a list. */
  get #listed() {
    return Boolean(this.option.choices?.length) || PICKED.includes(this.option.type);
  }

  #exact() {
    const wanted = plain(this.input.value.trim());
    return this.#choices().find((choice) => namesOf(choice).some((name) => plain(name) === wanted)) ?? null;
  }

  /** Shows what may be picked here. */
  offer() {
    if (this.#attaches) this.#list([], true);
    else if (this.option.autocomplete) this.#waiting();
    else this.#list(this.#listed ? this.#choices() : [], true);
  }

  #waiting() {
    this.line.suggestions.show(this.input, { items: [], hint: this.#hint(), waiting: true });
    this.ask();
  }

  async #complete() {
    const asked = ++this.#asked;
    const options = { ...this.line.values(), [this.option.name]: this.input.value };
    let choices = [];
    try {
      choices = await this.line.actions.complete(options, this.option.name);
    } catch (refused) {
      if (asked === this.#asked) this.line.actions.wrong(t(refused.code, refused.values));
    }
    if (asked === this.#asked && document.activeElement === this.input) this.#list(choices, false);
  }

  #list(choices, filter) {
    const wanted = this.#chosen || !filter ? "" : this.input.value;
    const items = ranked(choices, wanted, namesOf)
      .slice(0, 25)
      .map((choice) => ({
        title: choice.name,
        detail: choice.detail,
        picture: choice.picture,
        run: () => this.#pick(choice),
      }));
    this.line.suggestions.show(this.input, { items, first: !this.#settled(choices), hint: this.#hint() });
  }

  /** What stands in the field is already a whole answer: Enter sends instead of picking. */
  #settled(choices) {
    return (
      this.#chosen !== null ||
      (!this.#listed && choices.some((choice) => String(choice.value) === this.input.value.trim()))
    );
  }

  #hint() {
    const { label, description, min_value: low, max_value: high } = this.option;
    const range = low !== undefined && high !== undefined ? ` (${low}–${high})` : "";
    return [h("b", {}, label), ` · ${description}${range}`];
  }

  #choices() {
    const { type, choices } = this.option;
    if (choices?.length) return choices;
    const { world } = this.line;
    const people = () =>
      world
        .people()
        .map((user) => ({
          name: user.name,
          detail: user.username,
          value: user.id,
          picture: portrait(user, 24),
        }));
    const roles = () =>
      world.roles().map((role) => ({ name: role.name, value: role.id, picture: icon("at") }));
    const kinds = {
      [BOOLEAN]: () => [
        { name: t("playground.yes"), also: YES, value: true },
        { name: t("playground.no"), also: NO, value: false },
      ],
      [USER]: people,
      [ROLE]: roles,
      [MENTIONABLE]: () => [...people(), ...roles()],
      [CHANNEL]: () => this.#channels(),
    };
    return kinds[type]?.() ?? [];
  }

  #channels() {
    const types = this.option.channel_types;
    return this.line.world
      .channels()
      .filter((channel) => !types?.length || types.includes(channel.type))
      .map((channel) => ({
        name: channel.name,
        value: channel.id,
        picture: icon(mark(channel)),
      }));
  }

  #pick(choice) {
    this.#asked += 1;
    this.#chosen = choice;
    this.write(choice.name);
    this.check();
    this.line.advance(this);
  }

  #typed() {
    this.#chosen = null;
    this.element.classList.remove("wrong");
    this.#grow();
    this.line.actions.wrong("");
    this.offer();
  }

  #left() {
    this.#asked += 1;
    this.line.suggestions.hide();
    if (this.filled()) this.check();
  }

  #grow() {
    this.input.style.setProperty("--width", `${Math.max(6, this.input.value.length + 2)}ch`);
  }
}
