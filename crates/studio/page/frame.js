// The frame of the page: header with robot and tabs, stage and sliders on the left, the panel of the tab on the right.
import { button, clear, h } from "studio/dom";
import { toggleTheme } from "studio/theme";

/** `tabs`: `[key, title, make]`; a view, or the promise of one, is made when its tab is opened first. */
export function createFrame(state, { stage, sliders, tabs, chooseRobot, help }) {
  const robots = h("select", { id: "robot", on: { change: () => chooseRobot(robots.value) } });
  const status = h("span", { class: "connection", role: "status" });
  const message = h("div", { class: "message", role: "status" });
  const views = new Map();
  const made = new Map();

  /** Puts the view of a tab into its panel; where it cannot be loaded, the next opening tries again. */
  function make(key, panel, create) {
    const put = (view) => {
      views.set(key, view);
      panel.append(view);
      return view;
    };
    const view = create();
    if (!(view instanceof Promise)) return Promise.resolve(put(view));
    const later = view.then(put);
    later.catch(() => {
      made.delete(key);
      state.message.set("This view could not be loaded: the studio does not answer.");
    });
    return later;
  }

  const tabButtons = tabs.map(([key, title]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${key}`,
        aria: { controls: `panel-${key}`, selected: "false" },
        on: { click: () => state.tab.set(key), keydown: arrows },
      },
      title,
    ),
  );
  const panels = tabs.map(([key, title]) =>
    h("div", {
      class: "panel",
      role: "tabpanel",
      id: `panel-${key}`,
      tabIndex: 0,
      hidden: true,
      aria: { labelledby: `tab-${key}` },
    }),
  );

  function arrows(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = tabs.findIndex(([key]) => key === state.tab.get());
    const next = (index + step + tabs.length) % tabs.length;
    state.tab.set(tabs[next][0]);
    tabButtons[next].focus();
  }

  state.tab.on((open) => {
    document.body.dataset.tab = open;
    tabs.forEach(([key, , create], index) => {
      const here = key === open;
      tabButtons[index].setAttribute("aria-selected", String(here));
      tabButtons[index].tabIndex = here ? 0 : -1;
      panels[index].hidden = !here;
      if (here && !made.has(key)) made.set(key, make(key, panels[index], create));
    });
  });
  state.message.on((text) => {
    clear(message, text ?? "");
    message.hidden = !text;
  });
  state.connection.on((now) => {
    status.textContent = {
      open: "",
      connecting: "connecting \u2026",
      lost: "connection lost: trying again; if the studio has ended, start it again and open its new address",
      refused: "not connected",
    }[now];
    status.dataset.state = now;
  });
  state.robot.on((robot) => {
    document.title = robot ? `${robot.name} \u2013 Appell studio` : "Appell studio";
  });

  const header = h(
    "header",
    {},
    h("h1", {}, "Appell ", h("small", {}, "studio")),
    h("div", { class: "robot-choice" }, h("label", { htmlFor: "robot" }, "Robot"), robots),
    h("div", { class: "tabs", role: "tablist", aria: { label: "Views" } }, tabButtons),
    status,
    button("\u25d0", toggleTheme, { class: "icon", title: "Dark or light", aria: { label: "Dark or light" } }),
    button("?", help, { class: "icon", title: "Keys (?)", aria: { label: "Keys" } }),
  );
  const element = h(
    "div",
    { class: "frame" },
    header,
    h("main", {}, h("div", { class: "left" }, stage, message, sliders), h("div", { class: "right" }, panels)),
  );
  /** The view of a tab as far as it is made, and the promise of it. */
  element.view = (key) => views.get(key);
  element.opened = (key) => made.get(key);
  /** Fills the list of robots; a robot that is not bundled is listed first, by its name. */
  element.listRobots = (list, current, name) => {
    const known = list.some((one) => one.name === current);
    clear(
      robots,
      known ? null : h("option", { value: "", selected: true }, name ?? "\u2014"),
      list.map((one) =>
        h(
          "option",
          { value: one.name, title: one.about, selected: one.name === current },
          `${one.name} (${one.joints})`,
        ),
      ),
    );
  };
  return element;
}

/** What is shown instead of the page when there is no connection. */
export function refusedPage() {
  return h(
    "main",
    { class: "refused" },
    h("h1", {}, "Appell studio"),
    h(
      "p",
      {},
      "This page is not connected to a running studio. Start ",
      h("code", {}, "appell studio"),
      " again and open the address that it prints.",
    ),
    h("p", { class: "dim" }, "The address holds a key that is valid for one run of the program."),
  );
}
