// A picture at full size: wheel, pinch or keys to zoom, drag to pan, arrows for its neighbours.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const LARGEST = 6;

/** Shows `pictures[index]`; each is {url, alt}. */
export function openLightbox(pictures, index = 0) {
  const origin = document.activeElement;
  const box = h("dialog", { class: "lightbox", "aria-label": t("playground.picture") });
  document.body.append(box);
  box.addEventListener("close", () => {
    box.remove();
    origin?.focus({ preventScroll: true });
  });
  let shown = index;
  const step = (by) => {
    shown = (shown + by + pictures.length) % pictures.length;
    show();
  };
  let stage;
  function show() {
    stage = new Stage(pictures[shown], () => box.close());
    fill(
      box,
      stage.element,
      caption(pictures[shown]),
      bar(pictures[shown], box, () => stage),
      pictures.length > 1 ? arrows(step) : null,
    );
  }
  box.addEventListener("keydown", (event) => {
    const keys = {
      "+": () => stage.zoom(1.4),
      "=": () => stage.zoom(1.4),
      "-": () => stage.zoom(1 / 1.4),
      0: () => stage.reset(),
    };
    const pan = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }[
      event.key
    ];
    if (keys[event.key]) keys[event.key]();
    else if (pan && stage.scale > 1) stage.move(...pan);
    else if (pan && pan[0] && pictures.length > 1) step(-Math.sign(pan[0]));
    else return;
    event.preventDefault();
  });
  show();
  box.showModal();
  box.querySelector(".close")?.focus();
}

function bar(picture, box, stage) {
  const tool = (name, label, run, extra = "") =>
    h(
      "button",
      { type: "button", class: `round ${extra}`, "aria-label": t(label), title: t(label), onclick: run },
      icon(name),
    );
  return h(
    "div",
    { class: "lightbox-bar" },
    tool("minus", "playground.zoom_out", () => stage().zoom(1 / 1.6)),
    tool("plus", "playground.zoom_in", () => stage().zoom(1.6)),
    h(
      "a",
      {
        class: "round",
        href: picture.url,
        target: "_blank",
        rel: "noopener",
        "aria-label": t("playground.open_original"),
        title: t("playground.open_original"),
      },
      icon("external"),
    ),
    tool("close", "playground.close", () => box.close(), "close"),
  );
}

const caption = (picture) =>
  picture.alt ? h("p", { class: "lightbox-alt" }, h("b", {}, "ALT"), " ", picture.alt) : null;

const arrows = (step) => [
  h(
    "button",
    {
      type: "button",
      class: "round previous",
      "aria-label": t("playground.previous"),
      onclick: () => step(-1),
    },
    icon("right"),
  ),
  h(
    "button",
    { type: "button", class: "round next", "aria-label": t("playground.next"), onclick: () => step(1) },
    icon("right"),
  ),
];

/** The picture and where it stands: scale 1 fits the screen. */
class Stage {
  constructor(picture, leave) {
    this.image = h("img", { src: picture.url, alt: picture.alt, draggable: "false" });
    this.element = h("div", { class: "stage" }, this.image);
    this.fingers = new Map();
    this.leave = leave;
    this.travelled = 0;
    this.reset();
    this.listen();
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.draw();
  }

  /** Zooms around a point of the screen, the middle unless told. */
  zoom(factor, x = innerWidth / 2, y = innerHeight / 2) {
    const scale = Math.min(LARGEST, Math.max(1, this.scale * factor));
    const change = scale / this.scale;
    const [dx, dy] = [x - innerWidth / 2, y - innerHeight / 2];
    this.x = dx - (dx - this.x) * change;
    this.y = dy - (dy - this.y) * change;
    this.scale = scale;
    this.draw();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  draw() {
    const [reachX, reachY] = [this.image.offsetWidth, this.image.offsetHeight].map(
      (side) => (side * (this.scale - 1)) / 2,
    );
    this.x = Math.max(-reachX, Math.min(reachX, this.x));
    this.y = Math.max(-reachY, Math.min(reachY, this.y));
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.element.classList.toggle("zoomed", this.scale > 1);
  }

  listen() {
    const stage = this.element;
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.min(1.6, Math.max(0.6, Math.exp(-event.deltaY / 300))), event.clientX, event.clientY);
    });
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.drag(event));
    stage.addEventListener("pointerup", (event) => this.release(event));
    stage.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    stage.addEventListener("dblclick", (event) =>
      this.scale > 1 ? this.reset() : this.zoom(2.5, event.clientX, event.clientY),
    );
  }

  press(event) {
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) this.travelled = 0;
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    this.fingers.set(event.pointerId, event);
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (other) this.pinch(before, event, other);
    else if (this.scale > 1) this.move(dx, dy);
  }

  pinch(before, after, other) {
    const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY) || 1;
    this.zoom(
      apart(after) / apart(before),
      (after.clientX + other.clientX) / 2,
      (after.clientY + other.clientY) / 2,
    );
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    const outside = event.pointerType === "mouse" && this.travelled < 4 && !this.over(event);
    if (outside) this.leave();
  }

  over(event) {
    const at = this.image.getBoundingClientRect();
    return (
      event.clientX >= at.left &&
      event.clientX <= at.right &&
      event.clientY >= at.top &&
      event.clientY <= at.bottom
    );
  }
}
