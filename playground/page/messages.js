// The log of one channel: messages grouped by author, redrawn one by one as they change.

import { components, dots, fileCard, picture, portrait } from "./components.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { inline, markdown } from "./markdown.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING } from "./state.js";
import { now } from "./time.js";
import { language, t } from "./words.js";

const REPLY = 19;
const SLASH = 20;
const SYSTEM = { 6: "playground.pinned", 18: "playground.thread_made" };
const TOGETHER = 7 * 60 * 1000;
const NEAR_BOTTOM = 80;

export class Log {
  #drawn = new Map(); // entry id → {node, signature}
  #stuck = true;
  #top = 0;
  #unseen = 0;
  #newest = null;
  #pressed = false; // whether a press has not ended
  #late = false; // whether the list waits for its end to be drawn

  /** `actions`: act(message, component, values), dismiss(id), forget(id), older(), read(), open(id), reply(message), person(anchor, user). */
  constructor({ world, scroller, list, intro, present, actions }) {
    Object.assign(this, { world, scroller, list, intro, present, actions });
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    present.addEventListener("click", () => this.toPresent());
    list.addEventListener("keydown", (event) => walk(event));
    list.addEventListener("pointerdown", () => (this.#pressed = true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => this.#release(), true);
    scroller.addEventListener("keydown", (event) => this.#keys(event));
    const sizes = new ResizeObserver(() => this.#stuck && this.#toBottom());
    sizes.observe(list);
    sizes.observe(scroller);
  }

  /** Shows a channel from its newest message. */
  open(channel, intro) {
    this.channel = channel;
    this.#pressed = false;
    this.firstUnread = firstUnread(this.world.messagesOf(channel.id), channel.unread);
    this.#drawn.clear();
    this.list.replaceChildren();
    fill(this.intro, intro);
    this.#stuck = true;
    this.#unseen = 0;
    this.#newest = null;
    this.draw();
    this.#toBottom();
  }

  /** Brings the list up to date; only what changed is built again. */
  draw() {
    if (!this.channel) return;
    this.#late = this.#pressed; // a button that is built again during its press is not clicked
    if (this.#late) return;
    const focus = remembered(this.list);
    const entries = this.#entries();
    const height = this.scroller.scrollHeight;
    const nodes = entries.map((entry) => this.#node(entry));
    const kept = new Set(entries.map((entry) => entry.id));
    for (const id of this.#drawn.keys()) if (!kept.has(id)) this.#drawn.delete(id);
    sync(this.list, nodes);
    this.intro.hidden = Boolean(this.world.more[this.channel.id]);
    restore(focus);
    this.#afterDraw(entries, height);
  }

  /** A press has ended; its click comes first. */
  #release() {
    if (!this.#pressed) return;
    setTimeout(() => {
      this.#pressed = false;
      if (this.#late) this.draw();
    });
  }

  /** A redraw of everything, after the language changed. */
  redraw() {
    this.#drawn.clear();
    this.draw();
  }

  toPresent() {
    this.#stuck = true;
    this.#toBottom(true);
    this.#seen();
  }

  get atBottom() {
    return this.#stuck;
  }

  /** Up and down walk the messages, Enter goes to the first button of one, R answers it. */
  #keys(event) {
    const messages = [...this.list.querySelectorAll(".message[data-id]")];
    const here = messages.indexOf(event.target);
    if (here < 0 && event.target !== this.scroller) return;
    const next =
      here < 0
        ? { ArrowUp: messages.length - 1 }[event.key]
        : { ArrowUp: here - 1, ArrowDown: here + 1 }[event.key];
    const message = this.world.message(messages[here]?.dataset.id);
    if (messages[next]) messages[next].focus();
    else if (event.key === "Enter" && here >= 0) reachable(messages[here])[0]?.focus();
    else if (event.key.toLowerCase() === "r" && message && !(message.flags & EPHEMERAL))
      this.actions.reply(message);
    else return;
    event.preventDefault();
  }

  #afterDraw(entries, height) {
    const newest = entries.at(-1)?.id ?? null;
    const grown = this.#newest !== null && newest !== this.#newest;
    this.#newest = newest;
    if (grown && isOwnAnswer(entries.at(-1))) this.#stuck = true;
    if (this.#stuck) this.#toBottom();
    else if (grown) this.#unseen += 1;
    else if (this.growingUp) this.scroller.scrollTop += this.scroller.scrollHeight - height;
    this.growingUp = false;
    this.#showPresent();
  }

  /** Only scrolling up leaves the bottom: a list that grows, or a composer, moves nothing. */
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    this.#stuck = near || (this.#stuck && scrollTop >= this.#top);
    this.#top = scrollTop;
    if (this.#stuck) this.#seen();
    this.#showPresent();
    if (scrollTop < 300 && this.world.more[this.channel?.id]) this.actions.older();
  }

  #seen() {
    this.#unseen = 0;
    this.#showPresent();
    this.actions.read();
  }

  #showPresent() {
    this.present.hidden = this.#stuck;
    fill(
      this.present,
      this.#unseen ? t("playground.new_messages", { n: this.#unseen }) : t("playground.jump_to_present"),
      icon("down", 18),
    );
  }

  /** Before the first message, the beginning of the welcome is to be read. */
  #toBottom(smooth = false) {
    const top = this.#newest === null ? 0 : this.scroller.scrollHeight;
    this.scroller.scrollTo({ top, behavior: smooth ? "smooth" : "instant" });
    this.#top = this.scroller.scrollTop;
  }

  #entries() {
    const { world, channel } = this;
    const entries = [];
    let before = null;
    for (const message of world.messagesOf(channel.id)) {
      const day = !before || !sameDay(before.timestamp, message.timestamp);
      const fresh = message.id === this.firstUnread;
      if (day) entries.push({ id: `day-${message.id}`, kind: "day", at: message.timestamp });
      if (fresh) entries.push({ id: "new", kind: "new" });
      entries.push({
        id: message.id,
        kind: "message",
        message,
        first: day || fresh || !continues(before, message),
      });
      before = message;
    }
    for (const sent of world.commandsSent.values()) {
      if (sent.channel === channel.id) insert(entries, { id: `sent-${sent.id}`, kind: "sent", sent });
    }
    return entries;
  }

  #node(entry) {
    const { world } = this;
    const old = this.#drawn.get(entry.id);
    const signature = [
      entry.message ?? entry.sent ?? entry.at,
      entry.first,
      world.busy.get(entry.id),
      world.failures.get(entry.id),
    ];
    if (old && signature.every((part, i) => part === old.signature[i])) return old.node;
    const node = this.#build(entry);
    if (old) keepPictures(old.node, node);
    else if (this.#newest !== null && entry.kind !== "day") node.classList.add("fresh");
    this.#drawn.set(entry.id, { node, signature });
    return node;
  }

  #build(entry) {
    if (entry.kind === "day") return h("li", { class: "day", role: "separator" }, dayName(entry.at));
    if (entry.kind === "new")
      return h("li", { class: "new-line", role: "separator" }, h("span", {}, t("playground.new")));
    if (entry.kind === "sent") return this.#sent(entry.sent);
    return entry.message.type in SYSTEM
      ? this.#system(entry.message)
      : this.#message(entry.message, entry.first);
  }

  #message(message, first) {
    const { world } = this;
    const author = world.known(message.author);
    const mine = message.mention_everyone || message.mentions?.some((user) => user.id === world.me.id);
    const hidden = Boolean(message.flags & EPHEMERAL);
    const header = this.#header(message);
    const begins = first || Boolean(header);
    const classes = [
      "message",
      begins && "first",
      header && "headed",
      mine && "mentioned",
      hidden && "private",
      message.components?.length && "with-parts",
    ];
    return h(
      "li",
      { class: classes.filter(Boolean).join(" "), data: { id: message.id }, tabindex: -1 },
      header,
      begins
        ? this.#avatar(author)
        : h("span", { class: "hover-when", "aria-hidden": "true" }, clock(message.timestamp)),
      begins ? this.#byline(author, message.timestamp) : null,
      this.#body(message),
      this.#failure(message),
      hidden
        ? onlyYou(() => this.actions.dismiss(message.id))
        : message.flags & LOADING
          ? null
          : this.#tools(message),
    );
  }

  /** What the mouse finds on a message; the keyboard has R. */
  #tools(message) {
    const answer = h(
      "button",
      {
        type: "button",
        class: "round",
        tabindex: -1,
        "aria-label": t("playground.reply"),
        title: t("playground.reply"),
        onclick: () => this.actions.reply(message),
      },
      icon("reply"),
    );
    return h("div", { class: "message-tools" }, answer);
  }

  #avatar(author) {
    return h(
      "button",
      {
        type: "button",
        class: "avatar",
        tabindex: -1,
        "aria-hidden": "true",
        onclick: (event) => this.actions.person(event.currentTarget, author),
      },
      portrait(author, 40),
    );
  }

  #byline(author, timestamp) {
    return h(
      "div",
      { class: "byline" },
      h("span", { class: "author" }, author.name),
      author.bot ? h("span", { class: "app-tag" }, t("playground.app")) : null,
      h("time", { class: "when", datetime: timestamp, title: longTime(timestamp) }, shortTime(timestamp)),
    );
  }

  /** "Maud used /akropolis new", or the message that is answered. */
  #header(message) {
    const metadata = message.interaction_metadata;
    if (message.type === SLASH && metadata?.name)
      return this.#used(this.world.known(metadata.user), metadata.name);
    if (message.type === REPLY) return this.#answered(message.referenced_message);
    return null;
  }

  #used(user, name) {
    return h(
      "div",
      { class: "used" },
      portrait(user, 16),
      h("b", {}, user.name),
      ` ${t("playground.used")} `,
      h("span", { class: "command" }, `/${this.world.labelOf(name)}`),
    );
  }

  #answered(original) {
    if (!original) return h("div", { class: "used" }, h("i", {}, t("playground.original_deleted")));
    const author = this.world.known(original.author);
    const quoted = original.content
      ? inline(original.content.split("\n")[0].replace(/^(#{1,3}|-#) /, ""))
      : h("i", {}, t("playground.see_message"));
    return h(
      "button",
      { type: "button", class: "used", onclick: () => this.reveal(original.id) },
      portrait(author, 16),
      h("b", {}, author.name),
      h("span", { class: "quoted" }, quoted),
    );
  }

  /** Scrolls to a message of this channel. */
  reveal(id) {
    this.#drawn.get(id)?.node.scrollIntoView({ block: "center", behavior: "smooth" });
  }

  #body(message) {
    const { world } = this;
    if (message.flags & LOADING)
      return thinking(t("playground.thinking", { name: world.known(message.author).name }));
    const scene = {
      message,
      world,
      busy: world.busy.get(message.id) ?? null,
      act: (component, values) => this.actions.act(message, component, values),
    };
    const drawn = components(message.components, scene);
    const parts = drawn.length ? h("div", { class: "parts" }, drawn) : null;
    const edited = message.edited_timestamp
      ? h(
          "time",
          { class: "edited", datetime: message.edited_timestamp, title: longTime(message.edited_timestamp) },
          t("playground.edited"),
        )
      : null;
    const content =
      message.content && !(message.flags & COMPONENTS_V2)
        ? h("div", { class: "markup" }, markdown(message.content))
        : null;
    (content?.lastElementChild ?? content)?.append(edited ?? "");
    return [content, attachments(message), (message.embeds ?? []).map(embed), parts, content ? null : edited];
  }

  #failure(message) {
    const code = this.world.failures.get(message.id);
    return code ? h("p", { class: "notice", role: "alert" }, icon("warning", 16), t(code)) : null;
  }

  /** A slash command that has no answer yet, or never got one. */
  #sent(sent) {
    const { world } = this;
    const failed = sent.state === "failed";
    const bot = world.user(world.bot.id);
    return h(
      "li",
      { class: `message first headed ${failed ? "private failed" : "sending"}` },
      this.#used(world.user(world.me.id), sent.name),
      this.#avatar(bot),
      this.#byline(bot, sent.at),
      failed
        ? h("div", { class: "notice", role: "alert" }, icon("warning", 16), t(sent.code))
        : thinking(t("playground.sending")),
      failed ? onlyYou(() => this.actions.forget(sent.id)) : null,
    );
  }

  #system(message) {
    const thread = message.thread ?? this.world.channel(message.message_reference?.channel_id);
    return h(
      "li",
      { class: "system", data: { id: message.id } },
      icon(message.type === 18 ? "thread" : "dot"),
      h("span", {}, h("b", {}, this.world.known(message.author).name), ` ${t(SYSTEM[message.type])} `),
      thread
        ? h("button", { type: "button", onclick: () => this.actions.open(thread.id) }, thread.name)
        : h("b", {}, message.content),
      h("time", { class: "when", datetime: message.timestamp }, shortTime(message.timestamp)),
    );
  }
}

const thinking = (words) => h("div", { class: "thinking" }, dots(), h("span", {}, words));

const onlyYou = (dismiss) =>
  h(
    "div",
    { class: "only-you" },
    icon("eye", 16),
    h("span", {}, t("playground.only_you")),
    h("span", { "aria-hidden": "true" }, "·"),
    h("button", { type: "button", onclick: dismiss }, t("playground.dismiss")),
  );

function attachments(message) {
  const list = message.attachments ?? [];
  if (!list.length) return null;
  const isPicture = (one) => one.content_type?.startsWith("image/");
  const pictures = list
    .filter(isPicture)
    .map((one) => ({ url: one.url, alt: one.description ?? "", width: one.width, height: one.height }));
  const shown = pictures.map((_, index) => {
    const frame = picture(pictures, index);
    frame.classList.add("plain-picture");
    return frame;
  });
  const files = list.filter((one) => !isPicture(one)).map((one) => fileCard(one.url, one.filename, one.size));
  return h("div", { class: "attachments" }, shown, files);
}

function embed(one) {
  const style = one.color ? { "--accent": `#${one.color.toString(16).padStart(6, "0")}` } : {};
  return h(
    "div",
    { class: "embed", style },
    one.title ? h("div", { class: "embed-title" }, inline(one.title)) : null,
    one.description ? h("div", { class: "markup" }, markdown(one.description)) : null,
    (one.fields ?? []).map((field) =>
      h("div", {}, h("b", {}, inline(field.name)), h("div", { class: "markup" }, markdown(field.value))),
    ),
    one.image ? picture([{ url: one.image.url, alt: one.image.description ?? "" }], 0) : null,
  );
}

/** Somebody has pressed or typed: nobody wants to look for the answer. */
const isOwnAnswer = (entry) => entry?.kind === "sent" || Boolean(entry?.message?.flags & EPHEMERAL);

/** Puts a command that got no answer where its time is. */
function insert(entries, entry) {
  const before = entries.findLastIndex((one) => one.message && one.message.timestamp <= entry.sent.at);
  entries.splice(entry.sent.state === "failed" ? before + 1 : entries.length, 0, entry);
}

/** The same author goes on: no second avatar. */
function continues(before, message) {
  return (
    before !== null &&
    before.author.id === message.author.id &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    !(before.type in SYSTEM) &&
    ![REPLY, SLASH].includes(message.type) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER
  );
}

const firstUnread = (messages, unread) => (unread > 0 ? (messages.at(-unread)?.id ?? null) : null);

/** Puts `nodes` in the list with as few moves as possible, so that focus and pictures stay. */
function sync(list, nodes) {
  const wanted = new Set(nodes);
  [...list.children].forEach((child) => wanted.has(child) || child.remove());
  nodes.forEach((node, i) => list.children[i] === node || list.insertBefore(node, list.children[i] ?? null));
}

const reachable = (message) => [
  ...message.querySelectorAll("button:not(:disabled):not([tabindex='-1']), a[href]"),
];

/** Which button of which message has the focus, so that it keeps it when the message is redrawn. */
function remembered(list) {
  const focused = document.activeElement;
  const message = list.contains(focused) ? focused.closest(".message") : null;
  if (!message) return null;
  return {
    list,
    id: message.dataset.id,
    custom: focused.dataset.customId,
    words: focused.textContent,
    index: reachable(message).indexOf(focused),
  };
}

function restore(focus) {
  if (!focus || focus.list.contains(document.activeElement)) return;
  const message = focus.list.querySelector(`[data-id="${CSS.escape(focus.id ?? "")}"]`);
  if (!message) return;
  const buttons = reachable(message);
  const same = buttons.find((one) => one.dataset.customId && one.dataset.customId === focus.custom);
  const alike = buttons.find((one) => one.textContent === focus.words && focus.words);
  (same ?? alike ?? buttons[focus.index] ?? buttons.at(-1))?.focus({ preventScroll: true });
}

/** The old picture stays behind the new one until that is loaded: no blink when a panel changes. */
function keepPictures(old, fresh) {
  const before = [...old.querySelectorAll(".picture img")];
  [...fresh.querySelectorAll(".picture img")].forEach((image, i) => {
    if (!before[i]?.complete || !before[i].naturalWidth) return;
    const frame = image.parentElement;
    frame.style.background = `center / 100% 100% no-repeat url("${before[i].currentSrc}")`;
    image.loading = "eager";
    image.addEventListener("load", () => frame.style.removeProperty("background"), { once: true });
  });
}

/** Arrow keys walk between the buttons of one message as they lie on the screen. */
function walk(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const here = event.target.closest?.(".row button, .row a");
  if (!step || !here || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = nearest(here, reachable(here.closest(".message")), step);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nearest(here, others, [dx, dy]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here);
  const distance = (element) => {
    const [ox, oy] = middle(element);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    return along > 4 && (dx === 0 || aside < 20) ? along + aside * 2 : Infinity;
  };
  const best = others.filter((one) => one !== here).sort((a, b) => distance(a) - distance(b))[0];
  return best && distance(best) < Infinity ? best : null;
}

const format = (timestamp, style) => new Intl.DateTimeFormat(language(), style).format(new Date(timestamp));
const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();
const clock = (timestamp) => format(timestamp, { timeStyle: "short" });
const dayName = (timestamp) => format(timestamp, { dateStyle: "long" });
const longTime = (timestamp) => format(timestamp, { dateStyle: "full", timeStyle: "short" });
const shortTime = (timestamp) =>
  sameDay(timestamp, now())
    ? clock(timestamp)
    : format(timestamp, { dateStyle: "short", timeStyle: "short" });
