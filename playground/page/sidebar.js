// The frame around the talk: places on the rail, channels with their threads, DMs, people.

import { portrait } from "./components.js";
import { $, fill, h } from "./dom.js";
import { hexagon, icon } from "./icons.js";
import { openMenu } from "./sheet.js";
import { isDirect, mark } from "./state.js";
import { t } from "./words.js";

/** `actions`: open(channel id), become(member id), direct(user id). */
export class Sidebar {
  #home = false;

  constructor({ world, actions }) {
    Object.assign(this, { world, actions });
    $("go-home").addEventListener("click", () => this.#show(true));
    $("go-guild").addEventListener("click", () => this.#show(false));
    for (const id of ["me", "who"])
      $(id).addEventListener("click", (event) => this.#chooseSeat(event.currentTarget));
    $("channels").addEventListener("keydown", (event) => rove(event));
  }

  /** The channel that is shown; DMs belong to the home of the rail. */
  open(channel) {
    this.current = channel;
    this.#home = isDirect(channel);
    this.draw();
  }

  draw() {
    this.#rail();
    this.#channels();
    this.#me();
    this.#members();
  }

  #show(home) {
    this.#home = home;
    this.draw();
  }

  #rail() {
    const { world } = this;
    const places = [...world.places.values()];
    const skin = (picture) => h("span", { class: "skin" }, picture);
    const draw = (button, picture, mine, current, label) => {
      const mentions = sum(mine, "mentions");
      fill(button, skin(picture), mentions ? h("span", { class: "count" }, mentions) : null);
      button.classList.toggle("unread", sum(mine, "unread") > 0);
      button.setAttribute("aria-current", String(current));
      button.setAttribute(
        "aria-label",
        mentions ? `${label} · ${t("playground.mentions", { n: mentions })}` : label,
      );
      button.title = label;
    };
    draw(
      $("go-home"),
      icon("home", 26),
      places.filter(isDirect),
      this.#home,
      t("playground.direct_messages"),
    );
    draw(
      $("go-guild"),
      hexagon(48),
      places.filter((one) => !isDirect(one)),
      !this.#home,
      world.guild.name,
    );
  }

  #channels() {
    const { world } = this;
    $("place-name").textContent = this.#home ? t("playground.direct_messages") : world.guild.name;
    const focus = document.activeElement?.closest("#channels [data-channel]")?.dataset.channel;
    fill($("channels"), this.#home ? this.#directs() : this.#places());
    if (focus) $("channels").querySelector(`[data-channel="${focus}"]`)?.focus();
  }

  #places() {
    const branch = (channel) => {
      const threads = this.world.threadsOf(channel.id);
      return h(
        "li",
        {},
        this.#row(channel, icon(mark(channel))),
        threads.length
          ? h(
              "ul",
              { class: "threads", "aria-label": t("playground.threads") },
              threads.map((one) => h("li", {}, this.#row(one, icon("thread", 18)))),
            )
          : null,
      );
    };
    return [h("h3", {}, t("playground.channels")), h("ul", {}, this.world.standing().map(branch))];
  }

  #directs() {
    const { world } = this;
    const known = world.directs();
    const talking = new Set(known.map((channel) => channel.recipients[0].id));
    const others = [world.user(world.bot.id), ...world.members.map((member) => world.user(member.id))].filter(
      (user) => !talking.has(user.id) && user.id !== world.me.id,
    );
    const rows = known.map((channel) =>
      h("li", {}, this.#row(channel, h("span", { class: "status" }, portrait(world.recipient(channel), 32)))),
    );
    const fresh = others.map((user) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "channel", onclick: () => this.actions.direct(user.id) },
          portrait(user, 32),
          h("span", { class: "name" }, user.name),
        ),
      ),
    );
    return [h("ul", {}, rows), h("h3", {}, t("playground.start_talking")), h("ul", {}, fresh)];
  }

  #row(channel, picture) {
    const name = this.world.nameOf(channel);
    const { unread = 0, mentions = 0 } = channel;
    const told = [
      name,
      mentions ? t("playground.mentions", { n: mentions }) : unread ? t("playground.unread") : null,
    ];
    return h(
      "button",
      {
        type: "button",
        class: `channel ${unread ? "unread" : ""}`,
        data: { channel: channel.id },
        "aria-current": channel.id === this.current?.id ? "page" : null,
        "aria-label": told.filter(Boolean).join(", "),
        onclick: () => this.actions.open(channel.id),
      },
      picture,
      h("span", { class: "name" }, name),
      mentions ? h("span", { class: "count" }, mentions) : null,
    );
  }

  #me() {
    const me = this.world.user(this.world.me.id);
    fill(
      $("me"),
      h("span", { class: "status" }, portrait(me, 32)),
      h("span", { class: "names" }, h("b", {}, me.name), h("small", {}, t("playground.change_seat"))),
    );
    fill(
      $("who"),
      portrait(me, 28),
      h("span", { class: "you" }, t("playground.you_are"), " ", h("b", {}, me.name)),
      icon("down", 16),
    );
    $("who").setAttribute(
      "aria-label",
      `${t("playground.you_are")} ${me.name}. ${t("playground.change_seat")}`,
    );
    $("me").setAttribute("aria-label", $("who").getAttribute("aria-label"));
  }

  /** "You are Maud ▾": the four sample people and the spectator. */
  #chooseSeat(anchor) {
    const { world } = this;
    const entries = world.members.map((member) => ({
      label: member.global_name ?? member.username,
      detail: [localeName(member.locale), member.spectator ? t("playground.spectator") : null]
        .filter(Boolean)
        .join(" · "),
      icon: portrait(member, 32),
      checked: member.id === world.me.id,
      run: () => this.actions.become(member.id),
    }));
    openMenu(
      anchor,
      t("playground.who_are_you"),
      [{ heading: t("playground.who_are_you") }, ...entries],
      "seats",
    );
  }

  #members() {
    const { world } = this;
    const row = (user) => this.#member(user);
    fill(
      $("members"),
      h("h3", {}, t("playground.members", { n: world.members.length })),
      world.members.map((member) => row(world.user(member.id))),
      h("h3", {}, t("playground.app")),
      row(world.user(world.bot.id)),
    );
  }

  #botDetail() {
    const { here, online, activity } = this.world.bot;
    return here ? (online ? activity : t("playground.offline")) : t("playground.bot_is_away");
  }

  #member(user) {
    const self = user.id === this.world.me.id;
    const detail = user.bot
      ? this.#botDetail()
      : user.spectator
        ? t("playground.spectator")
        : self
          ? t("playground.you")
          : null;
    return h(
      "button",
      {
        type: "button",
        class: `member ${self ? "self" : ""}`,
        "aria-haspopup": "menu",
        onclick: (event) => this.person(event.currentTarget, user),
      },
      h("span", { class: user.bot && !this.world.bot.online ? "" : "status" }, portrait(user, 32)),
      h("span", { class: "names" }, h("span", {}, user.name), detail ? h("small", {}, detail) : null),
    );
  }

  /** What can be done with a person: be them, or write to them. */
  person(anchor, user) {
    if (user.id === this.world.me.id) return this.#chooseSeat(anchor);
    const entries = [
      {
        label: t("playground.write_to", { name: user.name }),
        icon: icon("home"),
        run: () => this.actions.direct(user.id),
      },
    ];
    if (!user.bot)
      entries.unshift({
        label: t("playground.become", { name: user.name }),
        icon: portrait(user, 24),
        run: () => this.actions.become(user.id),
      });
    openMenu(anchor, user.name, [{ heading: user.name }, ...entries]);
  }
}

const sum = (channels, field) => channels.reduce((total, channel) => total + (channel[field] ?? 0), 0);

function localeName(locale) {
  const name = new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Up and down walk the list of channels. */
function rove(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...event.currentTarget.querySelectorAll("button")];
  const here = rows.indexOf(document.activeElement);
  if (!step || here < 0) return;
  event.preventDefault();
  rows[(here + step + rows.length) % rows.length].focus();
}
