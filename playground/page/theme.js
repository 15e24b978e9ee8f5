// Dark or light: the system's choice until this person makes one.

const KEY = "hexagora.theme";
const system = matchMedia("(prefers-color-scheme: light)");
const GROUNDS = { dark: "#313338", light: "#ffffff" };

const current = () => localStorage.getItem(KEY) ?? (system.matches ? "light" : "dark");

function apply() {
  document.documentElement.dataset.theme = current();
  document.querySelector('meta[name="theme-color"]').content = GROUNDS[current()];
}

/** Applies the theme and calls `changed(theme)` now and after each change. */
export function startTheme(changed) {
  const update = () => {
    apply();
    changed(current());
  };
  system.addEventListener("change", update);
  update();
  return () => {
    localStorage.setItem(KEY, current() === "dark" ? "light" : "dark");
    update();
  };
}
