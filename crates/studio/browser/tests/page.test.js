// The files of the page: every module is in the import map and imports by bare names; what is downloaded is small.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const folder = new URL("../../page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");
const index = read("index.html");
const { imports } = JSON.parse(/<script type="importmap">([\s\S]*?)<\/script>/.exec(index)[1]);
const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));

test("the import map lists every module, and nothing else", () => {
  const listed = Object.entries(imports).filter(([name]) => name.startsWith("studio/"));
  assert.deepEqual(
    listed.map(([, path]) => path).sort(),
    modules.map((name) => `/page/${name}`).sort(),
  );
  for (const [name, path] of listed) assert.equal(path, `/page/${name.slice("studio/".length)}.js`);
});

test("modules import by bare names of the map alone", () => {
  for (const module of modules)
    for (const [, name] of read(module).matchAll(/^(?:import|export)[^"]*?from "([^"]+)"|^import "([^"]+)"/gm))
      assert.ok(name in imports, `${module} imports ${name}`);
});

test("what a browser downloads is at most 400 kB compressed", () => {
  const files = [
    "index.html",
    "style.css",
    "vendor/uPlot.min.css",
    "vendor/three.min.js",
    "vendor/uplot.min.js",
    ...modules,
  ];
  const total = files.reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
  console.log(`downloaded, compressed: ${(total / 1000).toFixed(1)} kB`);
  assert.ok(total <= 400_000);
});

test("no script, style or handler stands inside the markup", () => {
  assert.doesNotMatch(index, /\sstyle="|\son\w+="/);
  assert.equal([...index.matchAll(/<script(?![^>]*src=)/g)].length, 1);
});

test("the vendored files are those that VERSIONS.md lists", () => {
  const rows = [...read("vendor/VERSIONS.md").matchAll(/^\| (\S+) \| \S+ \| \S+ \| MIT \| ([0-9a-f]{64}) \|$/gm)];
  assert.equal(rows.length, 5);
  for (const [, name, hash] of rows)
    assert.equal(createHash("sha256").update(read(`vendor/${name}`)).digest("hex"), hash, name);
});

test("the modules of the drawing are loaded at once, those of the 3D view after it, and no others", () => {
  // what a module imports, and what that imports; views of tabs are imported later
  const graph = (path, found = new Set()) => {
    if (found.has(path)) return found;
    found.add(path);
    if (path.includes("/vendor/")) return found;
    const text = read(path.slice("/page/".length));
    for (const [, name] of text.matchAll(/^(?:import|export)[^;]*?from "([^"]+)"/gm)) graph(imports[name], found);
    return found;
  };
  const preloaded = (text) => [...text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map((one) => one[1]);
  const [atOnce, later] = index.split('<template id="later">').map(preloaded);
  const drawing = graph("/page/start.js");
  assert.deepEqual([...atOnce, "/page/login.js"].sort(), [...drawing].sort());
  const views = [...graph("/page/main.js")].filter((path) => !drawing.has(path));
  assert.deepEqual(later.sort(), views.sort());
  assert.match(index, /<script type="module" async src="\/page\/login.js">/);
});
