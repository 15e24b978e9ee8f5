// What a moderator does, for testers: channels and threads that close, hide or go, a bot thrown out.

import { portrait } from "./components.js";
import { icon } from "./icons.js";
import { openMenu } from "./sheet.js";
import { isDirect, isForum, isThread, mark } from "./state.js";
import { t } from "./words.js";

const TEXT = 0;
const ANNOUNCEMENT = 5;
const KINDS = { text: TEXT, voice: 2, stage: 13, announcement: ANNOUNCEMENT, forum: 15, media: 16 };
const VIEW_CHANNEL = 1 << 10;

/** `actions`: call(op, fields), open(channel id). */
export function openModeration(anchor, world, channel, actions) {
  const title = t("playground.moderate");
  const menu = (heading, entries) => openMenu(anchor, title, [{ heading }, ...entries]);
  const ours = channel && !isDirect(channel);
  const entries = ours ? (isThread(channel) ? ofThread : ofChannel)(channel, world, actions, menu) : [];
  menu(ours ? world.nameOf(channel) : title, [...entries, ...everywhere(world, actions, menu)]);
}

function ofThread(channel, world, { call }) {
  const { archived, locked } = channel.thread_metadata;
  const act = (op, fields) => () => call(op, { channel: channel.id, ...fields });
  return [
    {
      label: t(archived ? "playground.unarchive" : "playground.archive"),
      icon: icon("thread"),
      run: act("archive", { archived: !archived }),
    },
    {
      label: t(locked ? "playground.unlock" : "playground.lock"),
      icon: icon("lock"),
      run: act("lock", { locked: !locked }),
    },
    { label: t("playground.delete_thread"), icon: icon("close"), danger: true, run: act("delete") },
  ];
}

function ofChannel(channel, world, actions, menu) {
  const entries = [
    {
      label: t("playground.who_sees"),
      icon: icon("eye"),
      run: () => menu(t("playground.who_sees"), sight(channel, world, actions)),
    },
    {
      label: t("playground.delete_channel"),
      icon: icon("close"),
      danger: true,
      run: () => actions.call("delete", { channel: channel.id }),
    },
  ];
  const start = (code, fields) => ({
    label: t(code),
    icon: icon("thread"),
    run: async () => {
      const made = await actions.call("add_thread", {
        channel: channel.id,
        name: t(code),
        ...fields,
      });
      if (made) actions.open(made.channel);
    },
  });
  if (isForum(channel)) entries.unshift(start("playground.new_post"));
  if (channel.type === TEXT) entries.unshift(start("playground.new_private_thread", { private: true }));
  if ([TEXT, ANNOUNCEMENT].includes(channel.type)) entries.unshift(start("playground.new_thread"));
  return entries;
}

/** Everybody but the owner, from whom nothing can be hidden. */
function sight(channel, world, { call }) {
  const [, ...members] = world.people();
  return members.map((user) => {
    const own = channel.permission_overwrites.find((one) => one.id === user.id);
    const hidden = Boolean(Number(BigInt(own?.deny ?? 0) & BigInt(VIEW_CHANNEL)));
    return {
      label: user.name,
      detail: t(hidden ? "playground.sees_not" : "playground.sees"),
      icon: portrait(user, 24),
      run: () => call("overwrite", { channel: channel.id, who: user.id, deny: hidden ? 0 : VIEW_CHANNEL }),
    };
  });
}

function everywhere(world, actions, menu) {
  const { here } = world.bot;
  return [
    {
      label: t("playground.new_channel"),
      icon: icon("plus"),
      run: () => menu(t("playground.new_channel"), kinds(actions)),
    },
    {
      label: t(here ? "playground.remove_bot" : "playground.invite_bot"),
      icon: icon("people"),
      danger: here,
      run: () => actions.call("bot", { here: !here }),
    },
  ];
}

const kinds = (actions) =>
  Object.entries(KINDS).map(([kind, type]) => ({
    label: t(`playground.kind_${kind}`),
    icon: icon(mark({ type })),
    run: async () => {
      const made = await actions.call("add_channel", { name: t(`playground.name_${kind}`), type });
      if (made) actions.open(made.channel);
    },
  }));
