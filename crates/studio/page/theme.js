// Dark and light: as the system says, until the button is pressed; then as it was pressed, on this machine.

const KEY = "appell-studio-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a file:// page may have no storage
  }
};

const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/** Sets the theme that was chosen, and calls `changed` now and after every change. */
export function followTheme(changed) {
  const chosen = stored();
  if (chosen) document.documentElement.dataset.theme = chosen;
  system.addEventListener("change", changed);
  document.addEventListener("themechange", changed);
  changed();
}

export function toggleTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // the choice lasts as long as the page
  }
  document.dispatchEvent(new Event("themechange"));
}

/** A colour of the style sheet. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
