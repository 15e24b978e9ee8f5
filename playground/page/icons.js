// Our own line icons, 24 × 24, drawn with `currentColor`; and the avatars of the sample people.

const PATHS = {
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v7a4 4 0 0 0 4 4h10M15 11l4 4-4 4",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.4 3-5 6.5-5s6 1.6 6.5 5M16 4.8a3.4 3.4 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.2 3.5 4.7",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.3 9.3c.3-1.6 1.5-2.3 2.8-2.3 1.6 0 2.8 1 2.8 2.5 0 2.2-2.8 2.2-2.8 4.5M12 17.2v.1",
  down: "m6 9 6 6 6-6",
  right: "m9 6 6 6-6 6",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4.5l-5 15.5-3.5-6.5L4 12ZM11.5 13.5 20 4.5",
  slash:
    "M15.5 4.5l-7 15M5 3.5h14a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5Z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  external:
    "M14 4h6v6M20 4l-9 9M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10",
  warning: "M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5M12 17.2v.1",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5",
  check: "m5 12.5 4.5 4.5L19 7.5",
  file: "M6 3h8l5 5v13H6V3ZM14 3v5h5",
  reply: "M9 6 4 11l5 5M4 11h9a7 7 0 0 1 7 7v1",
  bug: "M8 9a4 4 0 0 1 8 0M7 9h10v5a5 5 0 0 1-10 0V9ZM12 9v10M3.5 13H7M17 13h3.5M4.5 6.5 7 9M19.5 6.5 17 9M4.5 20 7.5 17M19.5 20l-3-3",
  reset: "M4.5 12a7.5 7.5 0 1 0 2.5-5.6L4.5 9M4.5 4v5h5",
  home: "M4 5h16v11H9l-5 4V5ZM8.5 9h7M8.5 12.5h4.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  voice: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  news: "M4 10v4h3l9 4.5v-13L7 10H4ZM8 14.5V19h3M19.5 10v4",
  forum: "M4 5h12v8H9l-5 3.5V5ZM19 9.5h1v9.5l-3.5-2.5H10",
  lock: "M6.5 11h11v8.5h-11V11ZM9 11V8a3 3 0 0 1 6 0v3",
  dot: "M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
};

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A decorative icon; its button carries the label. */
export function icon(name, size = 20) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: size, height: size, class: "icon", "aria-hidden": "true" },
    svg("path", {
      d: PATHS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

const HEXAGON = "20,3.5 34.3,11.75 34.3,28.25 20,36.5 5.7,28.25 5.7,11.75";

/** Three hexes joined around a point, like a tile of Akropolis: the bot's face and the guild's. */
export function hexagon(size = 40, label = "") {
  const cell = (cx, cy, fill) =>
    svg("polygon", {
      points: corners(cx, cy, 6.6),
      fill,
      stroke: "#1f2530",
      "stroke-width": 1.2,
      "stroke-linejoin": "round",
    });
  return svg(
    "svg",
    { viewBox: "0 0 40 40", width: size, height: size, class: "face", ...named(label) },
    svg("rect", { width: 40, height: 40, fill: "#1f2530" }),
    svg("polygon", {
      points: HEXAGON,
      fill: "#2f3a4d",
      stroke: "#f8c23f",
      "stroke-width": 1.6,
      "stroke-linejoin": "round",
    }),
    cell(14.3, 16.7, "#55a3e8"),
    cell(25.7, 16.7, "#f8c23f"),
    cell(20, 26.6, "#cc3f24"),
  );
}

const named = (label) => (label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });

function corners(cx, cy, radius) {
  const angle = (i) => (Math.PI / 3) * i + Math.PI / 6;
  return [0, 1, 2, 3, 4, 5]
    .map(
      (i) =>
        `${(cx + radius * Math.cos(angle(i))).toFixed(2)},${(cy + radius * Math.sin(angle(i))).toFixed(2)}`,
    )
    .join(" ");
}

const LOOKS = [
  { ground: "#f8c23f", skin: "#f3cfb0", hair: "#8a4b22", coat: "#b5482f", cut: "bun" },
  { ground: "#55a3e8", skin: "#d9a37a", hair: "#2c2620", coat: "#23395b", cut: "short" },
  { ground: "#d9745c", skin: "#b97a52", hair: "#35221a", coat: "#f4efe6", cut: "long" },
  { ground: "#8564b4", skin: "#a9683f", hair: "#16120f", coat: "#f8c23f", cut: "curly" },
  { ground: "#5aa987", skin: "#e8bd96", hair: "#4b4f5c", coat: "#2f3a4d", cut: "scarf" },
];

const CUTS = {
  bun: "M20 2.5a4.6 4.6 0 0 1 4.3 6.2c4 1.6 6 5 5.7 9.3-2-.5-3.3-2.5-4-4.5-3 2.5-8.5 3.5-15.8 3.7-.2-4 1.7-7 5.5-8.5A4.6 4.6 0 0 1 20 2.5Z",
  short:
    "M10 17c-1-6.5 3.5-11 10.5-11 6 0 10.5 4 9.5 11-1-2.5-2-4-4-5.5-4 1.8-9 1.5-12.5.5-1.7 1.2-3 3-3.5 5Z",
  long: "M9 30c-1.5-6 .3-9.5.3-13C9.3 10 13.5 5.5 20 5.5S30.7 10 30.7 17c0 3.5 1.8 7 .3 13-3-1-4.5-4-4.6-14.5C22 15.5 18 14 16 11c-1 3-2 4.5-3 5.5.3 8-1 12.3-4 13.5Z",
  curly:
    "M9.5 18.5c-2-2.5-1-5 .7-5.8-.7-3 1.6-5 3.9-5 1-2.6 4.4-3.2 6.4-1.6 2.5-1.5 5.5-.3 6.2 2 2.6.2 4 2.7 3.3 5 1.8 1.2 2 3.8.5 5.4-1.5-.8-2.8-2.5-3.5-4.8-3 .8-10.5 1-13.5-.3-.8 2.3-2 4-4 5.1Z",
  scarf:
    "M8.5 26c-1.8-12 2.5-20.5 11.5-20.5S33.3 14 31.5 26c-2.5 1.5-4 1-4.8-1 .8-6 .6-10.5-2.2-13.5-3 1-6 1-9 0-2.8 3-3 7.5-2.2 13.5-.8 2-2.3 2.5-4.8 1Z",
};

/** A drawn face for a person: stable, told apart by colour and by hair. */
export function face(seed, size = 40) {
  const look = LOOKS[seed % LOOKS.length];
  return svg(
    "svg",
    { viewBox: "0 0 40 40", width: size, height: size, class: "face", "aria-hidden": "true" },
    svg("rect", { width: 40, height: 40, fill: look.ground }),
    svg("path", { d: "M6 42c0-8.5 6-12 14-12s14 3.5 14 12Z", fill: look.coat }),
    svg("path", { d: "M16.5 24h7v8a3.5 3.5 0 0 1-7 0Z", fill: look.skin }),
    svg("ellipse", { cx: 20, cy: 18.5, rx: 8, ry: 9.3, fill: look.skin }),
    svg("path", { d: CUTS[look.cut], fill: look.hair }),
    svg("path", {
      d: "M16.8 18.2v1.2M23.2 18.2v1.2M17.3 23.3c1.6 1.5 3.8 1.5 5.4 0",
      fill: "none",
      stroke: "#3a2a20",
      "stroke-width": 1.4,
      "stroke-linecap": "round",
    }),
  );
}
