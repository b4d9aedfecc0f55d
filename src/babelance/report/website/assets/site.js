"use strict";
// One table: models down; languages across (of a measure), or measures across (of a language).
// Data files call babelance(name, value); they are script files because pages on a disk may not fetch anything.
const root = document.body.dataset.root, preset = document.body.dataset.view;
const MODEL = 0, LANGUAGE = 1, TABLE = 2, KIND = 3, BEST = 4, WORST = 5, N = 6, TOTAL = 7, VALUE = 8, LOW = 9, HIGH = 10, DISTANCE = 11, NULL = 12;
const MARKS = ["●", "○", "–", "?", "◌", ""], PAGE = 50;
const $ = (id) => document.getElementById(id);
const waiting = new Map(), loaded = new Map();
let index = null, state = { view: "", sort: "", down: false, find: "", kind: "" }, rows = [], shown = PAGE;

globalThis.babelance = (name, value) => {
  loaded.set(name, value);
  if (name === "index") start(value);
  const told = waiting.get(name);
  if (told) { waiting.delete(name); told(value); }
};

function load(name) {
  if (loaded.has(name)) return Promise.resolve(loaded.get(name));
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const file = document.createElement("script");
    file.src = `${root}data/${name}.js`;
    file.onerror = () => reject(new Error(`data/${name}.js is missing`));
    document.head.append(file);
  });
}

function element(tag, facts = {}, ...children) {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...children);
  return made;
}

function start(found) {
  index = found;
  const views = [
    ...index.tables.map((table, place) => [`table-${place}`, tableName(table)]),
    ...index.languages.map((code, place) => [`language-${place}`, `language ${code}`]),
  ];
  $("view").append(...views.map(([value, text]) => element("option", { value, textContent: text })));
  for (const [id, key, event] of [["find", "find", "input"], ["view", "view", "change"], ["kind", "kind", "change"]])
    $(id).addEventListener(event, () => change({ [key]: $(id).value, ...(key === "view" ? { sort: "" } : {}) }));
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("more").addEventListener("click", () => { shown += 4 * PAGE; draw(); });
  $("link").addEventListener("click", copyLink);
  addEventListener("hashchange", () => { readAddress(); show(); });
  readAddress();
  show();
}

const tableName = (table) => [table.measure, table.options, "on", table.data].filter(Boolean).join(" ");

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const views = new Set([...$("view").options].map((one) => one.value));
  const view = given.get("view");
  state = {
    view: views.has(view) ? view : preset || "table-0", sort: given.get("sort") || "", down: given.get("down") === "1",
    find: given.get("find") || "", kind: given.get("kind") || "",
  };
  for (const id of ["find", "view", "kind"]) $(id).value = state[id];
}

function change(what) {
  Object.assign(state, what);
  const kept = Object.entries({ ...state, down: state.down ? "1" : "" }).filter(([, value]) => value);
  history.replaceState(null, "", `#${new URLSearchParams(kept)}`);
  shown = PAGE;
  show();
}

async function copyLink() {
  change({});
  try { await navigator.clipboard.writeText(location.href); $("link").textContent = "Copied"; }
  catch { $("link").textContent = "The address of this page is the link"; }
}

async function show() {
  try { arrange(await load(state.view)); } catch (error) { $("reading").textContent = error.message; return; }
  draw();
  performance.mark("ready");
  document.documentElement.dataset.ready = state.view;
}

const byLanguage = () => state.view.startsWith("table-");
const column = (row) => row[byLanguage() ? LANGUAGE : TABLE];

function arrange(packed) {
  const known = new Map();
  for (const row of packed) {
    if (!known.has(row[MODEL])) known.set(row[MODEL], new Map());
    known.get(row[MODEL]).set(column(row), row);
  }
  const words = state.find.toLowerCase().split(/\s+/).filter(Boolean);
  rows = [...known].filter(([model, cells]) =>
    words.every((word) => index.models[model].name.toLowerCase().includes(word)) &&
    (!state.kind || [...cells.values()].some((row) => (!state.sort || column(row) === +state.sort) && row[KIND] === +state.kind)));
  const sign = state.down ? -1 : 1;
  rows.sort(state.sort === "" ? ([a], [b]) => sign * index.models[a].name.localeCompare(index.models[b].name)
    : ([, a], [, b]) => compare(a.get(+state.sort), b.get(+state.sort), sign));
}

// By distance from the null; what has none comes last, whichever way.
function compare(a, b, sign) {
  const first = a?.[DISTANCE] ?? null, second = b?.[DISTANCE] ?? null;
  if (first === null || second === null) return (first === null) - (second === null);
  return sign * (first - second);
}

function draw() {
  const columns = byLanguage() ? index.languages.map((code, place) => [place, code, `languages/${code}.html`])
    : index.tables.map((table, place) => [place, tableName(table), `measures/${place}.html`]);
  const used = new Set(rows.flatMap(([, cells]) => [...cells.keys()]));
  const seen = columns.filter(([place]) => used.has(place));
  drawHead(seen);
  document.querySelector("#matrix tbody").replaceChildren(...rows.slice(0, shown).map(([model, cells]) => drawRow(model, cells, seen)));
  $("more").hidden = rows.length <= shown;
  $("count").textContent = `${Math.min(shown, rows.length)} of ${rows.length} models`;
  const table = byLanguage() ? index.tables[+state.view.slice(6)] : null;
  $("reading").textContent = table ? `${table.reading ? `${table.reading}. ` : ""}Null: ${table.against}; ideal ${table.ideal}.` : "Measures are not on one scale.";
}

function drawHead(columns) {
  const heads = [["", "model", null], ...columns].map(([place, text]) => {
    const sorted = state.sort === String(place);
    const button = element("button", { type: "button", textContent: text });
    button.addEventListener("click", () => change({ sort: String(place), down: sorted && !state.down }));
    const head = element("th", { scope: "col" }, button);
    if (sorted) head.ariaSort = state.down ? "descending" : "ascending";
    return head;
  });
  document.querySelector("#matrix thead").replaceChildren(element("tr", {}, ...heads));
}

function drawRow(model, cells, columns) {
  const about = index.models[model];
  const name = element("a", { href: `${root}models/${encodeURIComponent(about.slug)}.html`, textContent: about.name, title: about.name });
  return element("tr", {}, element("th", { scope: "row" }, name), ...columns.map(([place]) => drawCell(cells.get(place), place)));
}

function drawCell(row, place) {
  if (!row) return element("td", { textContent: "" });
  const mark = element("span", { className: `mark k${row[KIND]}`, textContent: MARKS[row[KIND]] });
  mark.ariaLabel = index.kinds[row[KIND]].replaceAll("-", " ");
  if (row.length <= VALUE) return element("td", { title: `no number · ${row[N]}/${row[TOTAL]} items` }, mark, " no number");
  const told = `${row[VALUE]} [${row[LOW]}, ${row[HIGH]}], null ${row[NULL] ?? "unknown"}, ${row[N]}/${row[TOTAL]} items, ${index.kinds[row[KIND]].replaceAll("-", " ")}`;
  const cell = element("td", { title: told }, mark, ` ${row[VALUE]} `, element("span", { className: "interval", textContent: `[${row[LOW]}, ${row[HIGH]}]` }));
  if (state.sort === String(place) && row[BEST]) cell.append(element("span", { className: "ranks", textContent: ` rank ${row[BEST] === row[WORST] ? row[BEST] : `${row[BEST]}–${row[WORST]}`}` }));
  return cell;
}
