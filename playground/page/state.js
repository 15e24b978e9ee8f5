// What this member sees: the world as the server told it, kept up to date by its events.

import { now, putForward } from "./time.js";

const DM = 1;
const THREADS = [10, 11, 12];
const MARKS = { 0: "hash", 1: "at", 2: "voice", 5: "news", 13: "voice", 15: "forum", 16: "forum" };

export const LOADING = 128;
export const EPHEMERAL = 64;
export const COMPONENTS_V2 = 32768;

export const isThread = (channel) => THREADS.includes(channel?.type);
export const isDirect = (channel) => channel?.type === DM;
export const isForum = (channel) => [15, 16].includes(channel?.type);
/** The icon that says what kind of channel it is. */
export const mark = (channel) => (isThread(channel) ? "thread" : MARKS[channel.type]);

export class World {
  #watchers = new Map();

  constructor() {
    this.busy = new Map(); // message id → custom id of the component that waits for its answer
    this.failures = new Map(); // message id → code of what went wrong
    this.commandsSent = new Map(); // interaction id → a slash command that has no message yet
    this.typists = new Map(); // channel id → Map(user id → until when)
  }

  /** Calls `watcher(detail)` after each change of a topic: world, channels, messages, typing … */
  on(topic, watcher) {
    this.#watchers.set(topic, [...(this.#watchers.get(topic) ?? []), watcher]);
  }

  #tell(topic, detail) {
    (this.#watchers.get(topic) ?? []).forEach((watcher) => watcher(detail));
  }

  /** Takes one event of the server. */
  apply(event) {
    EVENTS[event.op]?.call(this, event, (topic, detail) => this.#tell(topic, detail));
  }

  get ready() {
    return Boolean(this.me);
  }

  /** A person or the bot by id, with a `name` to show. */
  user(id) {
    const found = this.users.get(id);
    return found ? named(found) : null;
  }

  /** The freshest picture of a user that came inside a message. */
  known(user) {
    return this.user(user.id) ?? named(user);
  }

  people() {
    return [...this.members.map(named), named(this.bot)];
  }

  roles() {
    return this.guild.roles;
  }

  /** Channels and threads of the guild, for menus. */
  channels() {
    return [...this.places.values()].filter((channel) => !isDirect(channel));
  }

  /** What stands in the list of channels; threads and direct messages do not. */
  standing() {
    return this.#sorted(
      (channel) => !isDirect(channel) && !isThread(channel),
      (a, b) => a.position - b.position,
    );
  }

  threadsOf(id) {
    return this.#sorted(
      (channel) => isThread(channel) && channel.parent_id === id && !channel.thread_metadata?.archived,
      byAge,
    );
  }

  directs() {
    return this.#sorted(
      isDirect,
      (a, b) => -byAge({ id: a.last_message_id ?? a.id }, { id: b.last_message_id ?? b.id }),
    );
  }

  #sorted(wanted, order) {
    return [...this.places.values()].filter(wanted).sort(order);
  }

  channel(id) {
    return this.places.get(id) ?? null;
  }

  /** The name people read: the other one's in a DM. */
  nameOf(channel) {
    return isDirect(channel) ? this.recipient(channel).name : channel.name;
  }

  recipient(channel) {
    return this.known(channel.recipients[0]);
  }

  messagesOf(id) {
    return this.messages.get(id) ?? [];
  }

  message(id) {
    for (const list of this.messages.values()) {
      const found = list.find((message) => message.id === id);
      if (found) return found;
    }
    return null;
  }

  /** Puts older messages before those that are known. */
  prepend(channel, older, more) {
    const known = new Set(this.messagesOf(channel).map((message) => message.id));
    this.messages.set(channel, [
      ...older.filter((message) => !known.has(message.id)),
      ...this.messagesOf(channel),
    ]);
    this.more[channel] = more;
    this.#tell("messages", channel);
  }

  /** The commands that may be run in this channel. */
  commandsIn(channel) {
    return isDirect(channel) ? this.commands.filter((command) => command.dm) : this.commands;
  }

  /** The name of a command, "akropolis new", in the reader's language, as the picker shows it. */
  labelOf(name) {
    return this.commands.find((command) => command.path.join(" ") === name)?.label ?? name;
  }

  typing(channel, now = Date.now()) {
    return [...(this.typists.get(channel) ?? [])]
      .filter(([id, until]) => until > now && id !== this.me.id)
      .map(([id]) => this.user(id));
  }

  /** Forgets a failed command of this member's own screen. */
  forget(id) {
    const sent = this.commandsSent.get(id);
    this.commandsSent.delete(id);
    if (sent) this.#tell("messages", sent.channel);
  }
}

const byAge = (a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

const named = (user) => ({ ...user, name: user.global_name ?? user.username });

const EVENTS = {
  world(event, tell) {
    const { op, channels, messages, pending, modals, ...rest } = event;
    Object.assign(this, rest, {
      places: new Map(channels.map((channel) => [channel.id, channel])),
      messages: new Map(Object.entries(messages)),
      users: new Map([...rest.members, rest.bot, rest.me].map((user) => [user.id, user])),
    });
    putForward(rest.ahead);
    for (const memory of [this.busy, this.failures, this.commandsSent, this.typists]) memory.clear();
    tell("world");
    pending.forEach((interaction) => this.apply({ ...interaction, op: "interaction" }));
    modals.forEach((modal) => this.apply({ ...modal, op: "modal" }));
  },

  channel_create(event, tell) {
    this.places.set(event.channel.id, event.channel);
    tell("channels");
  },

  channel_update(event, tell) {
    this.places.set(event.channel.id, { ...this.places.get(event.channel.id), ...event.channel });
    tell("channels");
  },

  channel_delete(event, tell) {
    this.places.delete(event.channel);
    this.messages.delete(event.channel);
    tell("channels");
  },

  unread(event, tell) {
    const channel = this.places.get(event.channel);
    if (channel)
      this.places.set(event.channel, { ...channel, unread: event.unread, mentions: event.mentions });
    tell("channels");
  },

  message_create({ message }, tell) {
    const { channel_id: id } = message;
    this.messages.set(id, [...this.messagesOf(id).filter((one) => one.id !== message.id), message]);
    const channel = this.places.get(id);
    if (channel) this.places.set(id, { ...channel, last_message_id: message.id });
    this.typists.get(id)?.delete(message.author.id);
    settle(this, message);
    tell("messages", id);
    tell("typing", id);
    tell("arrived", message);
  },

  message_update({ message }, tell) {
    const { channel_id: id } = message;
    this.messages.set(
      id,
      this.messagesOf(id).map((one) => (one.id === message.id ? message : one)),
    );
    settle(this, message);
    tell("messages", id);
  },

  message_delete({ channel, message }, tell) {
    this.messages.set(
      channel,
      this.messagesOf(channel).filter((one) => one.id !== message),
    );
    tell("messages", channel);
  },

  typing({ channel, user }, tell) {
    const typists = this.typists.get(channel) ?? new Map();
    this.typists.set(channel, typists.set(user, Date.now() + 10_000));
    tell("typing", channel);
  },

  interaction(event, tell) {
    if (event.kind === "component") component(this, event);
    else if (event.kind === "command") command(this, event);
    tell("messages", event.channel);
    tell("interaction", event);
  },

  commands(event, tell) {
    this.commands = event.commands;
    tell("commands");
  },

  bot({ op, ...state }, tell) {
    this.bot = { ...this.bot, ...state };
    this.users.set(this.bot.id, this.bot);
    tell("bot");
  },

  members(event, tell) {
    this.members = event.members;
    event.members.forEach((member) => this.users.set(member.id, member));
    tell("channels");
  },

  emojis(event) {
    this.emojis = event.emojis;
  },

  clock: ({ ahead }) => putForward(ahead),

  notification: (event, tell) => tell("notification", event),
  modal: (event, tell) => tell("modal", event),
  modal_close: (event, tell) => tell("modal_close", event),
  broken: (event) => console.warn(event.text),
};

function component(world, { message, custom_id: custom, state, code }) {
  if (state === "pending") {
    world.busy.set(message, custom);
    world.failures.delete(message);
  } else if (state === "done" || state === "failed") {
    if (world.busy.get(message) === custom) world.busy.delete(message);
    if (state === "failed") world.failures.set(message, code);
  }
}

// A command shows "sending" until its first message is there, and stays only when it failed.
function command(world, { id, channel, name, state, code }) {
  if (state === "pending")
    world.commandsSent.set(id, { id, channel, name, state, at: new Date(now()).toISOString() });
  else if (state === "failed")
    world.commandsSent.set(id, {
      at: new Date(now()).toISOString(),
      ...world.commandsSent.get(id),
      id,
      channel,
      name,
      state,
      code,
    });
  else if (state === "done") world.commandsSent.delete(id);
}

/** A message that answers a command takes the place of its "sending" line. */
function settle(world, message) {
  const origin = message.interaction_metadata?.id;
  if (origin && world.commandsSent.get(origin)?.state !== "failed") world.commandsSent.delete(origin);
}
