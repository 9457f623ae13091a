"use strict";
const left = 64, right = 12, top_ = 8, bottom = 34;
const redraws = [];
let span = null;                      // the stretch of time that all figures over time show

function label(v) {
  if (v === 0) return "0";
  const size = Math.abs(v);
  return size >= 1e-3 && size < 1e5 ? String(+v.toFixed(6)) : v.toExponential(2).replace(/\.?0+e/, "e");
}

function marks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(d => d * power).find(s => s >= rough * 0.999) || 10 * power;
  const all = [];
  for (let k = Math.ceil(low / step); k <= high / step && all.length < 60; k++) all.push(k * step);
  return all;
}

function show(figure) {
  const box = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const title = document.createElement("b");
  title.textContent = figure.title + " " + figure.up;
  caption.append(title);
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", figure.title);
  const value = document.createElement("div");
  value.className = "value";
  box.append(caption, canvas, value);
  document.getElementById("figures").append(box);

  const names = [...new Set(figure.curves.map(c => c.name))];
  const hidden = new Set();
  for (const name of names) {
    const button = document.createElement("button");
    button.textContent = name;
    button.style.setProperty("--colour", colours[names.indexOf(name) % colours.length]);
    button.setAttribute("aria-pressed", "true");
    button.onclick = () => {
      if (!hidden.delete(name)) hidden.add(name);
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      draw();
    };
    caption.append(button);
  }

  let own = null;                     // the stretch that a figure over something else shows
  let cursor = null, drag = null, scale = null;
  const window_ = () => figure.scattered ? own : span;

  function limits() {
    let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
    const shown = figure.curves.filter(c => !hidden.has(c.name));
    for (const c of figure.curves) for (const x of c.x) { x0 = Math.min(x0, x); x1 = Math.max(x1, x); }
    const w = window_();
    if (w) [x0, x1] = w;
    for (const c of shown) c.y.forEach((y, i) => {
      if (y !== null && c.x[i] >= x0 && c.x[i] <= x1) { y0 = Math.min(y0, y); y1 = Math.max(y1, y); }
    });
    if (!(y0 <= y1)) [y0, y1] = [0, 1];
    if (!(x0 < x1)) [x0, x1] = [x0 - 1, x0 + 1];
    const pad = y1 - y0 > 1e-12 * Math.max(Math.abs(y0), Math.abs(y1)) ? 0.06 * (y1 - y0) : Math.max(1, Math.abs(y0)) / 2;
    return [x0, x1, y0 - pad, y1 + pad];
  }

  function draw() {
    const ratio = devicePixelRatio || 1, wide = canvas.clientWidth, high = canvas.clientHeight;
    canvas.width = wide * ratio; canvas.height = high * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const [x0, x1, y0, y1] = limits();
    const x = v => left + (v - x0) / (x1 - x0) * (wide - left - right);
    const y = v => top_ + (y1 - v) / (y1 - y0) * (high - top_ - bottom);
    scale = { back: p => x0 + (p - left) / (wide - left - right) * (x1 - x0) };
    pen.font = "12px system-ui, sans-serif"; pen.fillStyle = "#333"; pen.strokeStyle = "#e3e3e3"; pen.lineWidth = 1;
    pen.textAlign = "center"; pen.textBaseline = "top";
    for (const m of marks(x0, x1, Math.max(3, wide / 110))) {
      pen.beginPath(); pen.moveTo(x(m), top_); pen.lineTo(x(m), high - bottom); pen.stroke();
      pen.fillText(label(m), x(m), high - bottom + 4);
    }
    pen.fillText(figure.across, left + (wide - left - right) / 2, high - 14);
    pen.textAlign = "right"; pen.textBaseline = "middle";
    for (const m of marks(y0, y1, 6)) {
      pen.beginPath(); pen.moveTo(left, y(m)); pen.lineTo(wide - right, y(m)); pen.stroke();
      pen.fillText(label(m), left - 6, y(m));
    }
    pen.save();
    pen.beginPath(); pen.rect(left, top_, wide - left - right, high - top_ - bottom); pen.clip();
    for (const c of figure.curves) {
      if (hidden.has(c.name)) continue;
      const number = names.indexOf(c.name);
      pen.strokeStyle = pen.fillStyle = colours[number % colours.length];
      pen.lineWidth = 1.6; pen.setLineDash(number >= colours.length ? [6, 3] : []);
      if (figure.scattered && number === 0) {
        c.x.forEach((v, i) => { pen.beginPath(); pen.arc(x(v), y(c.y[i]), 1.8, 0, 7); pen.fill(); });
        continue;
      }
      pen.beginPath();
      let started = false;
      c.x.forEach((v, i) => {
        if (c.y[i] === null) { started = false; return; }
        if (started) pen.lineTo(x(v), y(c.y[i])); else pen.moveTo(x(v), y(c.y[i]));
        started = true;
      });
      pen.stroke();
    }
    pen.setLineDash([]);
    if (drag && cursor !== null) {
      pen.fillStyle = "rgba(0, 114, 178, .15)";
      pen.fillRect(Math.min(drag, cursor), top_, Math.abs(cursor - drag), high - top_ - bottom);
    }
    if (cursor !== null && !figure.scattered) {
      pen.strokeStyle = "#888"; pen.lineWidth = 1;
      pen.beginPath(); pen.moveTo(cursor, top_); pen.lineTo(cursor, high - bottom); pen.stroke();
    }
    pen.restore();
    value.textContent = cursor === null || figure.scattered ? "" : read(scale.back(cursor));
  }

  function read(at) {
    const shown = figure.curves.filter(c => !hidden.has(c.name));
    const part = c => {
      let low = 0, high = c.x.length - 1;
      while (high - low > 1) { const m = (low + high) >> 1; if (c.x[m] <= at) low = m; else high = m; }
      const s = c.x[high] > c.x[low] ? Math.min(1, Math.max(0, (at - c.x[low]) / (c.x[high] - c.x[low]))) : 0;
      return `${c.name} ${label(+(c.y[low] + s * (c.y[high] - c.y[low])).toPrecision(5))}`;
    };
    return `${figure.across.split(" ")[0]} = ${label(+at.toPrecision(5))}:  ${shown.map(part).join("   ")}`;
  }

  const place = e => Math.min(canvas.clientWidth - right, Math.max(left, e.offsetX));
  canvas.onpointerdown = e => { drag = place(e); canvas.setPointerCapture(e.pointerId); };
  canvas.onpointermove = e => { cursor = place(e); draw(); };
  canvas.onpointerleave = () => { cursor = null; draw(); };
  canvas.onpointerup = e => {
    if (drag === null) return;
    const ends = [drag, place(e)].map(p => scale.back(p)).sort((a, b) => a - b);
    const far = Math.abs(place(e) - drag) > 5;
    drag = null;
    if (far) set(ends); else draw();
  };
  canvas.ondblclick = () => set(null);
  function set(ends) {
    if (figure.scattered) { own = ends; draw(); } else { span = ends; redraws.forEach(f => f()); }
  }
  redraws.push(draw);
  draw();
}

figures.forEach(show);
addEventListener("resize", () => redraws.forEach(f => f()));
