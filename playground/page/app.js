// The page: ties the server's world to what is on the screen. Read ../PROTOCOL.md beside it.

import { Composer } from "./composer.js";
import { BUTTON, portrait } from "./components.js";
import { $, fill, h, touch } from "./dom.js";
import { icon } from "./icons.js";
import { refreshTimestamps, resolve } from "./markdown.js";
import { Log } from "./messages.js";
import { Modal } from "./modal.js";
import { openModeration } from "./moderation.js";
import { announce, badge, toast } from "./notify.js";
import { remember, remembered } from "./seat.js";
import { Sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { World, mark } from "./state.js";
import { startTheme } from "./theme.js";
import { today } from "./time.js";
import { channelStart, openHelp } from "./welcome.js";
import { language, languageOf, onLanguage, speak, t } from "./words.js";

const world = new World();
const socket = new Socket({ heard: (event) => world.apply(event), opened: sit, lost: away });
let here = null; // id of the channel on the screen
let modal = null; // {id, view}
let fetching = false;
let seated = null; // username of who sat here before

const log = new Log({
  world,
  scroller: $("scroller"),
  list: $("log"),
  intro: $("intro"),
  present: $("present"),
  actions: {
    act: (message, component, values) => act(message, component, values),
    dismiss: (message) => call("dismiss", { message }),
    forget: (id) => world.forget(id),
    older,
    read,
    open,
    reply: (message) => composer.answer(message),
    person: (anchor, user) => sidebar.person(anchor, user),
  },
});
const composer = new Composer({
  host: $("composer"),
  world,
  actions: {
    say: (channel, content, reply_to) =>
      socket.call("say", { channel, content, ...(reply_to ? { reply_to } : {}) }),
    run: (channel, command, options) =>
      socket.call("run", { channel, command: command.id, path: command.path, options }),
    complete: async (channel, command, options, focused) =>
      (await socket.call("complete", { channel, command: command.id, path: command.path, options, focused }))
        .choices,
    typing: (channel) => call("typing", { channel }),
  },
});
const sidebar = new Sidebar({ world, actions: { open, become, direct } });

/** A call whose refusal is shown as a card. */
async function call(op, fields) {
  try {
    return await socket.call(op, fields);
  } catch (refused) {
    toast({ title: t(refused.code, refused.values), picture: icon("warning", 24) });
    return null;
  }
}

// ── Seat, connection ─────────────────────────────────────────────────────

async function sit() {
  try {
    await socket.call("hello", { member: world.me?.id ?? null, language: languageOf(navigator.language) });
    $("banner").hidden = true;
  } catch {
    // The connection was lost again; the socket comes back by itself.
  }
}

function away() {
  fill($("banner"), t("playground.away"));
  $("banner").hidden = !world.ready;
  document.body.classList.remove("drawer");
}

function become(member) {
  document.body.classList.remove("drawer");
  remember(world.members.find((one) => one.id === member).username, here);
  return call("hello", { member });
}

world.on("world", async () => {
  modal?.view.finish();
  modal = null;
  const { username, channel } = remembered();
  const wanted = world.members.find((member) => member.username === username);
  if (wanted && wanted.id !== world.me.id) return become(wanted.id);
  await speak(world.language);
  const places = [here, channel, ...world.standing().map((one) => one.id)];
  here = null;
  document.body.classList.remove("loading");
  open(places.find((id) => world.channel(id)));
  if (seated && world.me.username !== seated)
    toast({
      picture: portrait(world.me, 28),
      title: t("playground.now_you_are", { name: world.user(world.me.id).name }),
      brief: true,
    });
  seated = world.me.username;
});

// ── Where we are ─────────────────────────────────────────────────────────

function open(id) {
  const channel = world.channel(id);
  if (!channel) return;
  here = id;
  remember(world.me.username, id);
  document.body.classList.remove("drawer");
  heading(channel);
  composer.open(channel);
  log.open(channel, start(channel));
  sidebar.open(channel);
  typing();
  baton();
  read();
  if (!touch()) composer.focus();
}

/** What stands above the first message; its button runs the command to begin with. */
const start = (channel) => channelStart(world, channel, (path) => composer.run(path));

function heading(channel) {
  fill($("channel-name"), icon(mark(channel), 22), h("span", { class: "name" }, world.nameOf(channel)));
  $("channel-topic").textContent = channel.topic ?? "";
  badge(world, channel);
}

async function direct(user) {
  const answer = await call("open_dm", { user });
  if (answer) open(answer.channel);
}

/** Tells the server that this channel has been seen to its end. */
function read() {
  const channel = world.channel(here);
  const seen = channel && !document.hidden && log.atBottom && (channel.unread || channel.mentions);
  if (seen) socket.call("read", { channel: here }).catch(() => {});
}

async function older() {
  const [first] = world.messagesOf(here);
  if (fetching || !first) return;
  fetching = true;
  const channel = here;
  const answer = await call("history", { channel, before: first.id, limit: 50 });
  log.growingUp = true;
  if (answer) world.prepend(channel, answer.messages, answer.more);
  fetching = false;
}

// ── What happens ─────────────────────────────────────────────────────────

async function act(message, component, values) {
  const [op, more] = component.type === BUTTON ? ["click", {}] : ["choose", { values }];
  try {
    await socket.call(op, { message: message.id, custom_id: component.custom_id, ...more });
  } catch (refused) {
    world.failures.set(message.id, refused.code);
    log.draw();
  }
}

world.on("messages", (channel) => {
  if (channel !== here) return;
  log.draw();
  baton();
});

world.on("arrived", () => read());

world.on("channels", () => {
  sidebar.draw();
  if (!here) return; // the page is loading, and its address still says who is to be seated
  if (!world.channel(here)) return open(world.standing()[0]?.id);
  heading(world.channel(here));
  log.channel = world.channel(here);
  read();
});

world.on("notification", (event) => {
  const looking = event.channel === here && !document.hidden && log.atBottom;
  if (!event.silent && !looking) announce(world, event, open);
});

for (const topic of ["bot", "commands"]) {
  world.on(topic, () => {
    sidebar.draw();
    if (here) fill($("intro"), start(world.channel(here)));
  });
}

world.on("typing", (channel) => channel === here && typing());

function typing() {
  const names = here ? world.typing(here).map((user) => user.name) : [];
  const told = names.length
    ? t("playground.typing", { n: names.length, names: new Intl.ListFormat(language()).format(names) })
    : "";
  fill(
    $("typing"),
    told ? [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), told] : null,
  );
}

/** When somebody else was called last: one press, and you are them. */
function baton() {
  const last = world.messagesOf(here).findLast((message) => message.author.bot && !(message.flags & 64));
  const called = (last?.mentions ?? [])
    .map((user) => world.members.find((member) => member.id === user.id))
    .filter(Boolean);
  const others = called.some((member) => member.id === world.me.id) ? [] : called.slice(0, 2);
  $("baton").hidden = !others.length;
  fill(
    $("baton"),
    others.map((member) =>
      h(
        "button",
        { type: "button", onclick: () => become(member.id) },
        t("playground.become", { name: world.user(member.id).name }),
        icon("right", 16),
      ),
    ),
  );
  if (others.length)
    $("baton").prepend(
      h(
        "span",
        {},
        t("playground.called", {
          names: new Intl.ListFormat(language()).format(others.map((member) => world.user(member.id).name)),
        }),
      ),
    );
}

// ── Modals: one at a time ────────────────────────────────────────────────

world.on("modal", ({ id, modal: form }) => {
  modal?.view.finish();
  const view = new Modal(form, world, {
    submit: (values) => socket.call("submit", { modal: id, values }),
    leave: () => {
      modal = null;
      call("close", { modal: id });
    },
  });
  modal = { id, view };
});

world.on("modal_close", ({ id }) => {
  if (modal?.id !== id) return;
  modal.view.finish();
  modal = null;
});

world.on("interaction", (event) => {
  if (event.kind === "modal" && event.state === "failed" && modal?.id === event.modal)
    modal.view.fail(t("playground.modal_failed"));
});

// ── The page itself ──────────────────────────────────────────────────────

resolve.user = (id) => (world.ready ? world.user(id) : null);
resolve.channel = (id) => {
  const channel = world.channel(id);
  return channel && { name: world.nameOf(channel) };
};
resolve.role = (id) => world.guild.roles.find((role) => role.id === id);
resolve.emoji = (id) => world.emojis.find((one) => one.id === id)?.url ?? `/emojis/${id}.png`;
resolve.open = (channel, message) => {
  open(channel);
  if (message) log.reveal(message);
};
resolve.command = (name) => composer.begin(name);
resolve.label = (name) => world.labelOf(name);
resolve.person = (anchor, user) => sidebar.person(anchor, user);

onLanguage(() => {
  fill($("language"), language().toUpperCase());
  composer.label();
  if (!here) return;
  fill($("intro"), start(world.channel(here)));
  log.redraw();
  sidebar.draw();
  typing();
  baton();
});

$("language").addEventListener("click", () =>
  call("speak", { language: language() === "fr" ? "en" : "fr" }),
);

const switchTheme = startTheme((theme) => fill($("theme"), icon(theme === "dark" ? "sun" : "moon")));
$("theme").addEventListener("click", switchTheme);

$("help").addEventListener("click", () =>
  openHelp($("help"), world, {
    begin: (path) => composer.run(path),
    seats: () => $("who").click(),
    fault: ({ name, args }) => call("fault", { name, args }),
    moderate: () => openModeration($("help"), world, world.channel(here), { call, open }),
    skip,
    dms: (open) => call("dms", { open }),
    reset: () => call("reset"),
  }),
);

async function skip(fields) {
  if (!(await call("skip", fields))) return;
  refreshTimestamps();
  toast({ title: t("playground.now_it_is", { time: today() }), picture: icon("clock", 24), brief: true });
}

const drawer = (open) => document.body.classList.toggle("drawer", open);
$("open-drawer").addEventListener("click", () => drawer(true));
$("shade").addEventListener("click", () => drawer(false));
$("people").addEventListener("click", () => document.body.classList.toggle("people"));
$("open-drawer").append(
  icon("menu", 22),
  h("span", { class: "count", id: "drawer-count", hidden: true, "aria-hidden": "true" }),
);
for (const [id, name] of [
  ["people", "people"],
  ["help", "help"],
])
  fill($(id), icon(name, 22));

document.addEventListener("visibilitychange", () => read());
addEventListener("hashchange", () => {
  const { username, channel } = remembered();
  const member = world.members?.find((one) => one.username === username);
  if (member && member.id !== world.me.id) become(member.id);
  else if (channel) open(channel);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("drawer")) drawer(false);
  else if (event.key === "Escape" && !document.querySelector("dialog[open]")) log.toPresent();
  else if (
    event.key.length === 1 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    document.activeElement === document.body
  )
    composer.focus();
});

setInterval(() => {
  refreshTimestamps();
  if (world.ready) typing();
}, 1000);

await speak(languageOf(navigator.language));
document.body.classList.add("people");
socket.connect();
