// What a newcomer sees first: the card of the empty channel, and the help behind the "?".

import { portrait } from "./components.js";
import { h } from "./dom.js";
import { hexagon, icon } from "./icons.js";
import { inline } from "./markdown.js";
import { openMenu, openSheet } from "./sheet.js";
import { isDirect, isForum, isThread, mark as markOf } from "./state.js";
import { t } from "./words.js";

const DOUBLE_PRESS = 1500;
const TOPICS = ["command", "seats", "pictures", "keys", "private"];

/** The commands that open a table, one for each game, which has rules; in the order of their names. */
function openings(world) {
  const games = new Set(world.commands.filter((one) => one.path[1] === "rules").map((one) => one.path[0]));
  return world.commands
    .filter((one) => one.path[1] === "new" && games.has(one.path[0]))
    .map((one) => ({ path: one.path.join(" "), ...headed(one.description) }))
    .sort((one, other) => one.path.localeCompare(other.path));
}

/** The commands that teach a game, each with the title of the game. */
function lessons(world) {
  const titles = new Map(openings(world).map(({ path, title }) => [path.split(" ")[0], title]));
  return world.commands
    .filter((one) => one.path[1] === "first-steps")
    .map((one) => ({ path: one.path.join(" "), title: titles.get(one.path[0]) ?? one.path[0] }))
    .sort((one, other) => one.path.localeCompare(other.path));
}

/** A description, "Akropolis: build a city · light · …", as its title and the rest. */
function headed(description) {
  const [title, ...rest] = description.split(/\s?:\s/);
  const about = rest.join(": ");
  return { title, about: about.charAt(0).toUpperCase() + about.slice(1) };
}

/** The path of the command that the words name as an example. */
const firstCommand = (world) => openings(world)[0]?.path ?? "help";

/** The beginning of a channel; in a text channel with the invitation to play. */
export function channelStart(world, channel, begin) {
  const name = world.nameOf(channel);
  const direct = isDirect(channel);
  const mark = direct
    ? portrait(world.recipient(channel), 68)
    : icon(markOf(channel), 38);
  const words = direct
    ? t("playground.start_of_dm", { name })
    : isThread(channel)
      ? t("playground.start_of_thread")
      : isForum(channel)
        ? t("playground.start_of_forum")
        : channel.topic || t("playground.start_of_channel", { name });
  const head = h(
    "div",
    { class: "channel-start" },
    h("div", { class: "badge" }, mark),
    h("h2", {}, direct || isThread(channel) ? name : t("playground.welcome_to", { name: `#${name}` })),
    h("p", {}, words),
  );
  return direct || isThread(channel) || isForum(channel) ? head : [head, invitation(world, begin)];
}

function invitation(world, begin) {
  const typed = `/${world.labelOf(firstCommand(world))}`;
  return h(
    "section",
    { class: "welcome", "aria-label": t("playground.first_time") },
    tiles(),
    h("h3", {}, t("playground.invitation")),
    h("p", {}, t("playground.invitation_about")),
    ...newcomers(lessons(world), begin),
    h(
      "div",
      { class: "games" },
      openings(world).map((game) => opening(game, begin)),
    ),
    h(
      "ol",
      {},
      [1, 2, 3].map((step) =>
        h("li", {}, h("span", {}, inline(t(`playground.step_${step}`, { command: typed })))),
      ),
    ),
  );
}

/** The line for who has never played, with a button for the lesson of each game. */
function newcomers(offers, begin) {
  if (!offers.length) return [];
  const buttons = offers.map(({ path, title }) =>
    h(
      "button",
      {
        type: "button",
        class: "lesson",
        onclick: ({ currentTarget }) => once(currentTarget, () => begin(path)),
      },
      title,
    ),
  );
  return [
    h(
      "div",
      { class: "lessons" },
      h("span", {}, inline(t("playground.never_played"))),
      h("div", {}, buttons),
    ),
  ];
}

/** The button of a game: its title, and below it what it is about. */
function opening({ path, title, about }, begin) {
  return h(
    "button",
    {
      type: "button",
      class: "game",
      onclick: ({ currentTarget }) => once(currentTarget, () => begin(path)),
    },
    h("strong", {}, title),
    h("span", {}, about),
  );
}

/** Does what a button says; a second press too soon after it does nothing. */
async function once(button, act) {
  button.disabled = true;
  await Promise.all([act(), new Promise((rest) => setTimeout(rest, DOUBLE_PRESS))]);
  button.disabled = false;
}

function tiles() {
  const picture = hexagon(170);
  picture.setAttribute("class", "tiles");
  picture.firstChild.remove();
  return picture;
}

/** The help popover: how it works, a fresh world, and faults for testers. */
export function openHelp(anchor, world, actions) {
  const leaving = (run) => () => {
    sheet.close();
    run();
  };
  const action = (name, words, run, style = "secondary") =>
    h(
      "button",
      { type: "button", class: `button ${style}`, onclick: leaving(run) },
      icon(name, 18),
      t(words),
    );
  const command = `/${world.labelOf(firstCommand(world))}`;
  const body = h(
    "div",
    { class: "help-body" },
    h("h2", {}, t("playground.help_title")),
    h(
      "ul",
      {},
      TOPICS.map((topic) => h("li", {}, inline(t(`playground.help_${topic}`, { command })))),
    ),
    h(
      "div",
      { class: "help-actions" },
      action("slash", "playground.start_game", () => openGames(anchor, world, actions), "primary"),
      action("people", "playground.change_seat", actions.seats),
    ),
    h("h3", {}, t("playground.for_testers")),
    h(
      "div",
      { class: "help-actions" },
      action("bug", "playground.faults", () => openFaults(anchor, world, actions)),
      action("clock", "playground.time", () => openTime(anchor, actions)),
      action("people", "playground.moderate", actions.moderate),
      dmSwitch(world, actions, leaving),
      action("reset", "playground.reset", () => confirmReset(anchor, actions), "danger"),
    ),
    h("p", { class: "subtext" }, t(world.saved ? "playground.world_saved" : "playground.world_forgotten")),
  );
  const sheet = openSheet(anchor, body, { label: t("playground.help"), className: "help" });
}

function openGames(anchor, world, actions) {
  const entries = openings(world).map(({ path, title, about }) => ({
    label: title,
    detail: about,
    icon: icon("slash"),
    run: () => actions.begin(path),
  }));
  openMenu(anchor, t("playground.start_game"), entries);
}

function dmSwitch(world, actions, leaving) {
  const open = world.members.find((member) => member.id === world.me.id)?.dms_open ?? true;
  return h(
    "button",
    { type: "button", class: "button secondary", onclick: leaving(() => actions.dms(!open)) },
    icon("home", 18),
    t(open ? "playground.close_dms" : "playground.open_dms"),
  );
}

function openFaults(anchor, world, actions) {
  const entries = world.faults.map((fault) => ({
    label: t(`playground.fault_${fault.name}`),
    detail: fault.name,
    icon: icon("bug"),
    run: () => actions.fault(fault),
  }));
  openMenu(anchor, t("playground.faults"), [{ heading: t("playground.faults_about") }, ...entries]);
}

/** Lets time pass: reminders, clocks and whatever else waits for days can be tried at once. */
function openTime(anchor, actions) {
  const entry = (code, name, fields) => ({
    label: t(`playground.skip_${code}`),
    icon: icon(name),
    run: () => actions.skip(fields),
  });
  openMenu(anchor, t("playground.time"), [
    { heading: t("playground.time_about") },
    entry("hour", "clock", { hours: 1 }),
    entry("half_a_day", "clock", { hours: 12 }),
    entry("to_due", "right", {}),
  ]);
}

function confirmReset(anchor, actions) {
  openMenu(anchor, t("playground.reset"), [
    { heading: t("playground.reset_sure") },
    { label: t("playground.reset_yes"), icon: icon("reset"), danger: true, run: actions.reset },
    { label: t("playground.cancel"), icon: icon("close"), run: () => {} },
  ]);
}
