// Where a member writes: plain text, or a slash command with its options.

import { CommandLine } from "./command.js";
import { portrait } from "./components.js";
import { fill, h, plain, ranked, touch } from "./dom.js";
import { hexagon, icon } from "./icons.js";
import { isForum } from "./state.js";
import { Suggestions, tied } from "./suggestions.js";
import { t } from "./words.js";

const LONGEST = 2000;
const TYPING_PAUSE = 8000;
const AT_SIGN = /(?:^|\s)@([\p{L}\p{N}_]*)$/u;

export class Composer {
  #drafts = new Map(); // channel id → text
  #typedAt = 0;
  #line = null;
  #replyTo = null;

  /** `actions`: say(channel, text, replyTo), run(channel, command, options), complete(…), typing(channel). */
  constructor({ host, world, actions }) {
    Object.assign(this, { host, world, actions });
    this.suggestions = new Suggestions(host, t("playground.suggestions"));
    this.text = h("textarea", {
      rows: 1,
      id: "say",
      maxlength: LONGEST,
      ...tied(this.suggestions),
      "aria-multiline": "true",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onblur: () => this.suggestions.hide(),
      onfocus: () => this.text.value.startsWith("/") && this.#suggest(),
    });
    this.slash = h("button", {
      type: "button",
      class: "round",
      id: "slash",
      onclick: () => this.#toggleSlash(),
    });
    this.send = h(
      "button",
      { type: "button", class: "round send", id: "send", onclick: () => this.#submit() },
      icon("send"),
    );
    this.slot = h("div", { style: { display: "contents" } }, this.text);
    this.entry = h("div", { class: "entry" }, this.slash, this.slot, this.send);
    this.reply = h("div", { class: "replying", hidden: true });
    this.error = h("div", { class: "composer-error", role: "alert", hidden: true });
    host.append(this.reply, this.entry, this.error);
  }

  /** Turns to another channel; each keeps its draft. */
  open(channel) {
    if (this.channel) this.#drafts.set(this.channel.id, this.text.value);
    this.channel = channel;
    this.host.hidden = isForum(channel);
    this.#leave(this.#drafts.get(channel.id) ?? "", false);
    this.answer(null);
    this.label();
  }

  /** Names the field and its buttons in the page's language. */
  label() {
    if (!this.channel) return;
    const name = this.world.nameOf(this.channel);
    const where = this.channel.type === 1 ? `@${name}` : `#${name}`;
    this.text.placeholder = t("playground.message_to", { where });
    this.text.setAttribute("aria-label", this.text.placeholder);
    fill(this.slash, icon(this.#line ? "close" : "slash"));
    for (const [button, code] of [
      [this.slash, this.#line ? "playground.cancel" : "playground.commands"],
      [this.send, "playground.send"],
    ]) {
      button.setAttribute("aria-label", t(code));
      button.title = t(code);
    }
    this.suggestions.element.setAttribute("aria-label", t("playground.suggestions"));
  }

  focus() {
    if (this.#line) this.#line.focus();
    else this.text.focus();
  }

  /** Starts a command by its path, "akropolis new", as if it had been typed and picked. */
  begin(path) {
    const command = this.world
      .commandsIn(this.channel)
      .find((one) => one.path.join(" ") === path || one.label === path);
    if (command) this.#enter(command, "");
    else this.#leave(`/${path}`);
  }

  /** Runs a command by its path at once; where something has to be filled in first, starts it. */
  async run(path) {
    const command = this.world.commandsIn(this.channel).find((one) => one.path.join(" ") === path);
    if (!command || command.options.some((option) => option.required)) return this.begin(path);
    return this.#run(command, {});
  }

  /** Answers a message; null takes it back. */
  answer(message) {
    this.#replyTo = message;
    this.reply.hidden = !message;
    if (!message) return;
    const name = this.world.known(message.author).name;
    const stop = h(
      "button",
      {
        type: "button",
        class: "round",
        "aria-label": t("playground.cancel"),
        onclick: () => this.answer(null),
      },
      icon("close", 18),
    );
    fill(this.reply, h("span", {}, t("playground.replying_to", { name })), stop);
    this.text.focus();
  }

  #typed() {
    this.#wrong("");
    this.#suggest();
    this.#resize();
    const now = Date.now();
    if (!this.text.value.trim() || this.text.value.startsWith("/") || now - this.#typedAt < TYPING_PAUSE)
      return;
    this.#typedAt = now;
    this.actions.typing(this.channel.id);
  }

  #resize() {
    if (CSS.supports("field-sizing", "content")) return;
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  #suggest() {
    const before = this.text.value.slice(0, this.text.selectionStart);
    const at = AT_SIGN.exec(before);
    if (this.text.value.startsWith("/")) this.#suggestCommands(this.text.value.slice(1));
    else if (at) this.#suggestPeople(at[1]);
    else this.suggestions.hide();
  }

  #suggestCommands(typed) {
    const commands = this.world.commandsIn(this.channel);
    const whole = commands
      .filter((command) => typed.startsWith(`${command.label} `))
      .sort((a, b) => b.label.length - a.label.length)[0];
    if (whole) return this.#named(whole, typed.slice(whole.label.length).trim());
    const names = (command) => [command.label, command.path.join(" ")];
    const items = ranked(commands, typed, names).map((command) => this.#commandItem(command));
    const hint = items.length
      ? null
      : t(this.world.bot.online ? "playground.no_such_command" : "playground.bot_offline");
    this.suggestions.show(this.text, { items, hint });
  }

  /** A command was written out, perhaps with more behind it: nothing of that may get lost. */
  #named(command, more) {
    if (!more || command.options.length) return this.#enter(command, more);
    this.suggestions.show(this.text, {
      items: [],
      hint: t("playground.takes_nothing", { command: command.label }),
    });
  }

  #commandItem(command) {
    const bot = this.world.user(this.world.bot.id);
    const options = command.options.filter((option) => option.required).map((option) => option.label);
    return {
      title: [`/${command.label}`, options.map((name) => [" ", h("span", { class: "tag" }, name)])],
      detail: command.description,
      tag: bot.name,
      group: bot.name,
      groupPicture: portrait(bot, 20),
      run: () => this.#enter(command, ""),
    };
  }

  #suggestPeople(typed) {
    const items = this.world
      .people()
      .filter((user) => plain(user.name).startsWith(plain(typed)))
      .map((user) => ({
        title: user.name,
        tag: user.username,
        picture: portrait(user, 24),
        run: () => this.#mention(user, typed),
      }));
    if (items.length) this.suggestions.show(this.text, { items });
    else this.suggestions.hide();
  }

  #mention(user, typed) {
    const caret = this.text.selectionStart;
    this.text.setRangeText(`${user.name} `, caret - typed.length, caret, "end");
    this.suggestions.hide();
    this.text.focus();
  }

  #key(event) {
    const { suggestions } = this;
    if (event.isComposing) return;
    const takes = suggestions.active && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey;
    if (suggestions.move(event.key) || takes) event.preventDefault();
    if (takes) suggestions.active.run();
    else if (event.key === "Escape") this.#escape(event);
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    }
  }

  #escape(event) {
    if (this.suggestions.open) this.suggestions.hide();
    else if (this.#replyTo) this.answer(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #toggleSlash() {
    if (this.#line || this.text.value.startsWith("/")) this.#leave("");
    else this.#leave("/");
  }

  /** Goes over to filling in a command. */
  #enter(command, typed) {
    const writing = document.activeElement === this.text;
    this.#wrong("");
    this.suggestions.hide();
    this.#line = new CommandLine(command, {
      world: this.world,
      suggestions: this.suggestions,
      actions: {
        submit: (options) => this.#run(command, options),
        complete: (options, focused) => this.actions.complete(this.channel.id, command, options, focused),
        leave: (text) => this.#leave(text),
        wrong: (words) => this.#wrong(words),
      },
    });
    fill(this.slot, this.#line.element);
    this.label();
    this.#line.begin(typed);
    // Begun by a button on a phone, a ready command only waits to be sent: no keyboard over it.
    if (writing || !touch() || !this.#line.ready) this.#line.focus();
  }

  /** Back to plain text. */
  #leave(text, focus = true) {
    this.#line = null;
    this.#wrong("");
    this.suggestions.hide();
    fill(this.slot, this.text);
    this.label();
    this.text.value = text;
    this.#resize();
    if (!focus) return;
    this.text.focus();
    this.#suggest();
  }

  #submit() {
    if (this.#line) this.#line.submit();
    else if (this.text.value.trim()) this.#say();
    else this.text.focus();
  }

  async #say() {
    const text = this.text.value.trim();
    const replyTo = this.#replyTo?.id ?? null;
    this.#leave("");
    this.answer(null);
    try {
      await this.actions.say(this.channel.id, this.#withMentions(text), replyTo);
    } catch (refused) {
      if (!this.text.value) this.text.value = text;
      this.#wrong(t(refused.code, refused.values));
    }
  }

  /** "@Inès" becomes Discord's <@id>. */
  #withMentions(text) {
    const names = this.world.people().sort((a, b) => b.name.length - a.name.length);
    return names.reduce((done, user) => done.replaceAll(`@${user.name}`, `<@${user.id}>`), text);
  }

  async #run(command, options) {
    const line = this.#line;
    try {
      await this.actions.run(this.channel.id, command, options);
      if (line && this.#line === line) this.#leave("");
    } catch (refused) {
      this.#wrong(t(refused.code, refused.values));
    }
  }

  #wrong(words) {
    this.error.hidden = !words;
    fill(this.error, words ? [icon("warning", 16), words] : null);
  }
}
