// Elements from script: the page has no markup but its frame.

/**
 * An element. Properties: `class`, `on` (listeners), `data` (data attributes), `aria` (aria attributes), anything that
 * the element has as a property, and other names as attributes. Children: nodes, texts, lists; null is left out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class") element.className = value;
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "aria")
      for (const [key, text] of Object.entries(value)) element.setAttribute(`aria-${key}`, text);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const clear = (element, ...children) => {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
};

let counted = 0;
export const uniqueId = (stem) => `${stem}-${(counted += 1)}`;

/** A button with a text; `title` says more. */
export const button = (text, press, properties = {}) =>
  h("button", { type: "button", ...properties, on: { click: press, ...(properties.on ?? {}) } }, text);

/** A label with its control. */
export function field(text, control, properties = {}) {
  control.id ||= uniqueId("field");
  return h("div", { class: "field", ...properties }, h("label", { htmlFor: control.id }, text), control);
}

/**
 * A box for a number: `take(text)` is called by Enter and when it is left. `fill(text)` writes a new value, but never
 * over what somebody is typing.
 */
export function numberBox(take, properties = {}) {
  let typed = false;
  const finish = () => {
    if (typed) take(box.value);
    typed = false;
  };
  const box = h("input", {
    type: "text",
    inputMode: "decimal",
    autocomplete: "off",
    ...properties,
    class: "box",
    on: {
      input: () => (typed = true),
      blur: finish,
      ...(properties.on ?? {}),
      keydown: (event) => {
        if (event.key === "Enter") finish();
        properties.on?.keydown?.(event);
      },
    },
  });
  box.fill = (text) => {
    if (!typed && box.value !== text) box.value = text;
  };
  return box;
}

/** A choice of `[value, text]` pairs. */
export const select = (options, value, change, properties = {}) =>
  h(
    "select",
    { ...properties, on: { change: (event) => change(event.target.value) } },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );

/** A checkbox with its text. */
export function checkbox(text, checked, change, properties = {}) {
  const box = h("input", { type: "checkbox", checked, on: { change: () => change(box.checked) }, ...properties });
  return h("label", { class: "check" }, box, text);
}

/** Saves `text` as a file on the reader's machine. */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies `text`, and says so on the button for a moment. */
export async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { value: text, class: "off-screen" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = from.dataset.text ?? from.textContent;
  from.dataset.text = before;
  from.textContent = "copied";
  setTimeout(() => (from.textContent = before), 1200);
}

const sizeWatcher = new ResizeObserver((entries) => entries.forEach((entry) => entry.target.onResized?.()));
/** Calls `resized` when the size of the element changes. */
export function onResize(element, resized) {
  element.onResized = resized;
  sizeWatcher.observe(element);
}
