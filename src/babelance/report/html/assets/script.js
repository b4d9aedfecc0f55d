"use strict";

/* ---- small parts ---- */

const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value; else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

const number = (value) => {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "number") return String(value);
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
};

const compare = (left, right) => {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left).localeCompare(String(right), undefined, { numeric: true });
};

/* Rows without a key (no number) stay last in both directions. */
const ordered = (rows, key, direction) => {
  const keyed = rows.map((row) => [key(row), row]);
  const missing = (value) => value === null || value === undefined || value === "";
  keyed.sort(([left], [right]) => {
    if (missing(left) || missing(right)) return missing(left) - missing(right);
    return direction * compare(left, right);
  });
  return keyed.map(([, row]) => row);
};

/* ---- names of languages, in the reader's browser ---- */

const languageName = (code) => {
  try {
    const name = new Intl.DisplayNames(["en"], { type: "language" }).of(code);
    return name === code ? "" : name;
  } catch { return ""; }
};

const nameLanguages = (root) => {
  for (const span of root.querySelectorAll(".language[data-code]")) {
    const name = languageName(span.dataset.code);
    if (name) span.replaceChildren(span.dataset.code, " ", element("small", { textContent: name }));
  }
};

/* ---- light and dark ---- */

const startTheme = () => {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (prefersDark.matches ? "dark" : "light")) === "dark";
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; label(); });
  prefersDark.addEventListener("change", label);
  label();
};

/* ---- tables that can be sorted ---- */

const sortButton = (header, onSort) => {
  const button = element("button", { type: "button", textContent: header.textContent });
  header.setAttribute("aria-sort", "none");
  header.replaceChildren(button);
  button.addEventListener("click", () => {
    const direction = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of header.parentElement.children) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
    onSort(direction);
  });
};

const cellKey = (cell) => {
  const text = cell.dataset.key ?? cell.textContent;
  return text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
};

const makeSortable = (table) => {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    sortButton(header, (direction) => body.replaceChildren(...ordered([...body.rows], (row) => cellKey(row.cells[column]), direction)));
  });
};

/* ---- signatures ---- */

const copyText = async (text, code) => {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* the old way below needs no permission */ }
  const range = document.createRange();
  range.selectNodeContents(code);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return document.execCommand("copy");
};

const startCopying = (root) => {
  const status = document.getElementById("copied");
  for (const button of root.querySelectorAll("button.copy")) {
    const code = button.parentElement.querySelector("code");
    button.addEventListener("click", async () => {
      const done = await copyText(code.textContent, code);
      button.textContent = done ? "Copied" : "Selected";
      status.textContent = done ? "Signature copied." : "The signature is selected; copy it with your keyboard.";
      setTimeout(() => { button.textContent = "Copy"; }, 1600);
    });
  }
};

/* ---- unpacking ---- */

const unpack = async (name) => {
  const block = [...document.querySelectorAll("script[data-block]")].find((one) => one.dataset.block === name);
  const bytes = Uint8Array.from(atob(block.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
};

/* ---- folds that are drawn when they are opened ---- */

/* What was packed is the page's own HTML; texts in it were escaped when it was written. */
const fill = async (fold) => {
  const name = fold.dataset.fold;
  if (!name) return;
  delete fold.dataset.fold;
  fold.insertAdjacentHTML("beforeend", await unpack(name));
  enliven(fold);
};

const openTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const whole = target && target.querySelector(":scope > details.whole");
  if (whole) whole.open = true;
};

/* ---- all results in one table ---- */

class ResultTable {
  constructor({ columns, rows }, place) {
    this.rows = rows.map((row) => Object.fromEntries(columns.map((name, position) => [name, row[position]])));
    this.rows.forEach((row) => { row.haystack = [row.measure, row.model, row.data, row.language, languageName(row.language), row.group, row.verdict, row.sentence].join("\n").normalize("NFKC").toLowerCase(); });
    Object.assign(this, { page: 0, sort: null, filters: { group: "=" } });
    this.count = element("span", { role: "status" });
    this.body = element("tbody");
    this.build(place);
    this.refresh();
  }

  build(place) {
    const heads = [["measure"], ["model"], ["language"], ["group"], ["value", "value and interval"], ["null", "without bias"], ["items"], ["p", "adjusted p"], ["verdict"]];
    this.shownColumns = heads.filter(([name]) => name !== "model" || this.values("model").length > 1).map(([name]) => name);
    const cells = heads.filter(([name]) => this.shownColumns.includes(name)).map(([name, title]) => {
      const header = element("th", { scope: "col", textContent: title ?? name });
      sortButton(header, (direction) => { this.sort = { name, direction }; this.refresh(); });
      return header;
    });
    const search = element("input", { type: "search", id: "results-search", autocomplete: "off", spellcheck: false });
    search.addEventListener("input", () => { this.filters.search = search.value.normalize("NFKC").toLowerCase().trim(); this.refresh(); });
    const controls = element("div", { className: "controls" }, element("label", { className: "search" }, "search all results", search), ...this.choices());
    this.earlier = element("button", { type: "button", textContent: "Previous" });
    this.later = element("button", { type: "button", textContent: "Next" });
    this.earlier.addEventListener("click", () => { this.page--; this.draw(); });
    this.later.addEventListener("click", () => { this.page++; this.draw(); });
    const table = element("table", { className: "results stacking" }, element("caption", { className: "unseen", textContent: "All results" }), element("thead", {}, element("tr", {}, ...cells)), this.body);
    place.append(controls, element("div", { className: "pager" }, this.earlier, this.later, this.count), element("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "All results" }, table));
  }

  values(name) { return [...new Set(this.rows.map((row) => row[name]))]; }

  choices() {
    const plain = ["measure", "model", "data", "language", "verdict"].map((name) => [name, this.values(name)]).filter(([, values]) => values.length > 1)
      .map(([name, values]) => this.select(name, [["", "all"], ...values.map((value) => [`=${value}`, name === "language" ? `${value} ${languageName(value)}`.trim() : value])]));
    const tags = [...new Set(this.rows.map((row) => row.group.split("=")[0]).filter(Boolean))];
    if (tags.length) plain.push(this.select("group", [["=", "all items"], ...tags.map((tag) => [`^${tag}=`, `by ${tag}`]), ["", "everything"]]));
    return plain;
  }

  select(name, options) {
    const select = element("select", { id: `results-${name}` }, ...options.map(([value, text]) => element("option", { value, textContent: text })));
    select.addEventListener("change", () => { this.filters[name] = select.value; this.refresh(); });
    return element("label", {}, name, select);
  }

  matches(row) {
    const fits = (name) => {
      const wanted = this.filters[name];
      if (!wanted) return true;
      return wanted.startsWith("^") ? row[name].startsWith(wanted.slice(1)) : row[name] === wanted.slice(1);
    };
    return ["measure", "model", "data", "language", "verdict", "group"].every(fits) && (!this.filters.search || row.haystack.includes(this.filters.search));
  }

  refresh() {
    this.page = 0;
    const kept = this.rows.filter((row) => this.matches(row));
    const key = (row) => Array.isArray(row[this.sort.name]) ? row[this.sort.name][1] : row[this.sort.name];
    this.shown = this.sort ? ordered(kept, key, this.sort.direction) : kept;
    this.draw();
  }

  draw() {
    const first = this.page * RESULTS_PAGE, last = Math.min(first + RESULTS_PAGE, this.shown.length);
    this.earlier.disabled = first === 0;
    this.later.disabled = last >= this.shown.length;
    this.count.textContent = this.shown.length ? `${first + 1}–${last} of ${this.shown.length} (${this.rows.length} in all)` : `No result of ${this.rows.length} fits.`;
    this.body.replaceChildren(...this.shown.slice(first, last).map((row) => this.row(row)));
  }

  row(row) {
    const button = element("button", { type: "button", className: "row-button", textContent: row.measure, "aria-expanded": "false" });
    const made = element("tr", { className: row.shown ? "sure" : "" }, ...this.shownColumns.map((name) => {
      const value = row[name];
      if (name === "measure") return element("td", { "data-label": name }, button);
      if (name === "language") return element("td", { "data-label": name }, element("span", { className: "language", textContent: `${value} ` }, element("small", { textContent: languageName(value) })));
      const text = Array.isArray(value) ? value[0] : value;
      return element("td", { "data-label": name, className: Array.isArray(value) ? "number" : "name" }, element("bdi", { dir: Array.isArray(value) ? "ltr" : "auto", textContent: text }));
    }));
    button.addEventListener("click", () => {
      const opened = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!opened));
      if (opened) { made.nextElementSibling?.matches("tr.detail") && made.nextElementSibling.remove(); return; }
      const place = element("td", { colSpan: this.shownColumns.length }, element("p", { textContent: row.sentence }), element("p", { className: "quiet", textContent: row.data }), element("code", { textContent: row.signature }));
      made.after(element("tr", { className: "detail" }, place));
    });
    return made;
  }
}

const RESULTS_PAGE = 15;

const startResults = async () => {
  const place = document.getElementById("results-table");
  if (place) new ResultTable(await unpack("results"), place);
};

/* ---- items: words that differ within an item ---- */

const words = (text, code) => {
  try { return [...new Intl.Segmenter(code, { granularity: "word" }).segment(text)].map((part) => part.segment); }
  catch { return text.split(/(\s+)/); }
};

/* Which words of `left` are in the longest common subsequence with `right`. */
const shared = (left, right) => {
  const length = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      length[i][j] = left[i] === right[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const kept = new Set();
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) { kept.add(i); i++; j++; } else if (length[i + 1][j] >= length[i][j + 1]) i++; else j++;
  }
  return kept;
};

const quoted = (text, code, other) => {
  const quote = element("bdi", { className: "quote", lang: code, dir: "auto" });
  const mine = words(text, code);
  if (other === undefined || mine.length > 400) { quote.textContent = text; return quote; }
  const kept = shared(mine, words(other, code));
  quote.append(...mine.map((word, index) => kept.has(index) || !word.trim() ? word : element("mark", { textContent: word })));
  return quote;
};

/* `more_en` is the English side of `more`. */
const OTHER = { more: "less", less: "more" };

const textList = (entry) => {
  const [, , code, texts] = entry;
  const list = element("dl");
  for (const [name, text] of Object.entries(texts)) {
    const other = /^(more|less)/.test(name) ? texts[name.replace(/^(more|less)/, (side) => OTHER[side])] : undefined;
    const own = /_([a-z]{2,3})$/.exec(name)?.[1] ?? code;
    list.append(element("dt", { textContent: name }), element("dd", {}, quoted(String(text), own, other)));
  }
  return list;
};

/* ---- items: tokens ---- */

/* Letters of Hebrew, Arabic and their neighbours; `dir=auto` does not look into <bdi>. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const tint = (item, share, positive) => {
  item.style.setProperty("--tint", positive ? "var(--above)" : "var(--below)");
  item.style.setProperty("--weight", String(Math.round(6 + 48 * share)));
};

const tokenList = (tokens, values, weights, code) => {
  const most = Math.max(...weights.map(Math.abs), 1e-12);
  const list = element("ul", { className: "tokens", dir: RIGHT_TO_LEFT.test(tokens.join("")) ? "rtl" : "ltr" });
  tokens.forEach((token, index) => {
    const item = element("li", {}, element("bdi", { textContent: token, lang: code }), element("small", { textContent: number(values[index]) }));
    if (weights[index]) tint(item, Math.abs(weights[index]) / most, weights[index] > 0);
    list.append(item);
  });
  return list;
};

const tokenParts = (detail) => Object.keys(detail)
  .filter((key) => key.startsWith("tokens_") && Array.isArray(detail[key]) && Array.isArray(detail[`values_${key.slice(7)}`]))
  .map((key) => ({ name: key.slice(7), tokens: detail[key], values: detail[`values_${key.slice(7)}`] }));

const sameTokens = ([one, two]) => two !== undefined && one.tokens.length === two.tokens.length && one.tokens.every((token, index) => token === two.tokens[index]);

const tokenView = (detail, code) => {
  const parts = tokenParts(detail);
  if (!parts.length) return [];
  const compared = parts.length === 2 && sameTokens(parts);
  const differences = compared ? parts[0].values.map((value, index) => value - parts[1].values[index]) : null;
  const shown = parts.flatMap((part) => [
    element("div", { className: "quiet", textContent: `tokens of ${part.name}` }),
    tokenList(part.tokens, part.values, compared ? differences.map(() => 0) : part.values, code),
  ]);
  if (compared) {
    shown.push(element("div", { className: "quiet", textContent: `${parts[0].name} − ${parts[1].name}, token by token` }), tokenList(parts[0].tokens, differences, differences, code));
  }
  const meaning = compared
    ? `Orange: the token's value is higher in ${parts[0].name}; blue: higher in ${parts[1].name}. Stronger colour, larger difference.`
    : "The stronger the colour, the further the token's value is from zero.";
  return [...shown, element("p", { className: "quiet", textContent: meaning })];
};

const plainFacts = (pairs) => {
  const list = element("dl", { className: "facts" });
  for (const [name, value] of pairs) {
    const text = value !== null && typeof value === "object" ? JSON.stringify(value) : number(value);
    list.append(element("dt", { textContent: name }), element("dd", {}, element("bdi", { textContent: text })));
  }
  return list;
};

/* ---- items: the table ---- */

const PAGE = 50;

class Explorer {
  constructor(index, place) {
    Object.assign(this, { index, place, details: {}, page: 0, sort: null, filters: {} });
    this.measure = Object.keys(index.measures)[0];
    this.haystacks = index.entries.map(([id, , , texts, tags]) => [id, ...Object.values(texts), ...Object.values(tags)].join("\n").normalize("NFKC").toLowerCase());
    this.count = element("span", { role: "status", id: "items-count" });
    this.table = element("table", { className: "items" });
    this.build();
  }

  get rows() { return this.index.measures[this.measure].rows; }
  get columns() { return this.index.measures[this.measure].columns; }
  entry(row) { return this.index.entries[row[0]]; }

  build() {
    this.controls = element("div", { className: "controls" });
    this.earlier = element("button", { type: "button", textContent: "Previous" });
    this.later = element("button", { type: "button", textContent: "Next" });
    this.earlier.addEventListener("click", () => this.turn(-1));
    this.later.addEventListener("click", () => this.turn(1));
    const pager = element("div", { className: "pager" }, this.earlier, this.later, this.count);
    const scroll = element("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Items" }, this.table);
    this.place.append(this.controls, pager, scroll);
    this.measureChanged();
  }

  measureChanged() {
    this.rows.forEach((row, position) => { row.position = position; });
    Object.assign(this, { filters: {}, sort: null });
    this.buildControls();
    this.buildHead();
    this.refresh();
  }

  buildControls() {
    const search = element("input", { type: "search", id: "items-search", autocomplete: "off", spellcheck: false });
    let waiting;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { this.filters.search = search.value.normalize("NFKC").toLowerCase().trim(); this.refresh(); }, 120);
    });
    const measure = this.select("measure", Object.keys(this.index.measures).map((name) => [name, name]), (value) => {
      this.measure = value;
      this.measureChanged();
      document.getElementById("items-measure").focus();
    });
    measure.querySelector("select").value = this.measure;
    this.controls.replaceChildren(element("label", { className: "search" }, "search items, texts and tags", search), measure, ...this.choices());
  }

  choices() {
    const languages = [...new Set(this.rows.map((row) => this.entry(row)[2]))];
    const reasons = [...new Set(this.rows.map((row) => row[2]).filter((reason) => reason !== null))];
    const all = [["", "all"]];
    const named = (names) => names.map((name, position) => [String(position), name]);
    const made = [
      languages.length > 1 && this.filter("language", [...all, ...languages.map((code) => [code, `${code} ${languageName(code)}`.trim()])]),
      this.index.models.length > 1 && this.filter("model", [...all, ...named(this.index.models)]),
      this.index.data.length > 1 && this.filter("data", [...all, ...named(this.index.data)]),
      this.tags().length > 0 && this.filter("tag", [...all, ...this.tags().map((tag) => [tag, tag.replace("\n", " = ")])]),
      reasons.length > 0 && this.filter("status", [...all, ["scored", "scored"], ["skipped", "skipped"], ...reasons.map((reason) => [`=${reason}`, `skipped: ${reason}`])]),
    ];
    return made.filter(Boolean);
  }

  /* Tags with few values; one with a value per item is no filter. */
  tags() {
    const values = new Map();
    for (const row of this.rows) {
      for (const [name, value] of Object.entries(this.entry(row)[4])) {
        if (!values.has(name)) values.set(name, new Set());
        values.get(name).add(String(value));
      }
    }
    return [...values].filter(([, set]) => set.size > 1 && set.size <= 60).flatMap(([name, set]) => [...set].sort().map((value) => `${name}\n${value}`));
  }

  filter(name, options) {
    return this.select(name, options, (value) => { this.filters[name] = value; this.refresh(); });
  }

  select(name, options, onChange) {
    const select = element("select", { id: `items-${name}` }, ...options.map(([value, text]) => element("option", { value, textContent: text })));
    select.addEventListener("change", () => onChange(select.value));
    return element("label", {}, name, select);
  }

  buildHead() {
    const sorted = (key) => (direction) => { this.sort = { key, direction }; this.refresh(); };
    const heads = [
      ["item", (row) => this.entry(row)[0]],
      ["language", (row) => this.entry(row)[2]],
      ["texts", (row) => Object.values(this.entry(row)[3])[0]],
      ...this.columns.map((name, column) => [name, (row) => row[3 + column]]),
      ...(this.rows.some((row) => row[2] !== null) ? [["skipped", (row) => row[2]]] : []),
    ];
    const cells = heads.map(([name, key]) => {
      const header = element("th", { scope: "col", textContent: name });
      sortButton(header, sorted(key));
      header.dataset.column = name;
      return header;
    });
    this.width = heads.length;
    this.table.replaceChildren(element("caption", { className: "unseen", textContent: `Items of ${this.measure}` }), element("thead", {}, element("tr", {}, ...cells)), element("tbody"));
  }

  matches(row) {
    const { search, language, model, data, tag, status } = this.filters;
    const entry = this.entry(row);
    if (language && entry[2] !== language) return false;
    if (model && row[1] !== Number(model)) return false;
    if (data && entry[1] !== Number(data)) return false;
    if (status === "scored" && row[2] !== null) return false;
    if (status === "skipped" && row[2] === null) return false;
    if (status?.startsWith("=") && row[2] !== status.slice(1)) return false;
    if (tag) {
      const [name, value] = tag.split("\n");
      if (String(entry[4][name]) !== value) return false;
    }
    return !search || this.haystacks[row[0]].includes(search);
  }

  /* Shows a measure sorted by a column, as if the reader had chosen both. */
  show({ measure, column, direction }) {
    this.measure = measure;
    this.measureChanged();
    const header = [...this.table.tHead.rows[0].cells].find((cell) => cell.dataset.column === column);
    header.setAttribute("aria-sort", direction === "-1" ? "ascending" : "none");
    header.firstElementChild.click();
  }

  refresh() {
    this.page = 0;
    const kept = this.rows.filter((row) => this.matches(row));
    this.shown = this.sort ? ordered(kept, this.sort.key, this.sort.direction) : kept;
    this.draw();
  }

  turn(pages) { this.page += pages; this.draw(); }

  draw() {
    const first = this.page * PAGE;
    const last = Math.min(first + PAGE, this.shown.length);
    this.earlier.disabled = first === 0;
    this.later.disabled = last >= this.shown.length;
    const total = this.rows.length.toLocaleString("en");
    this.count.textContent = this.shown.length ? `${first + 1}–${last} of ${this.shown.length.toLocaleString("en")} (${total} in all)` : `No item of ${total} fits.`;
    this.table.tBodies[0].replaceChildren(...this.shown.slice(first, last).map((row) => this.row(row)));
  }

  row(row) {
    const entry = this.entry(row);
    const button = element("button", { type: "button", className: "row-button", textContent: entry[0], "aria-expanded": "false" });
    const made = element("tr", {}, element("td", {}, button), element("td", { textContent: entry[2], title: languageName(entry[2]) }), element("td", { className: "texts" }, textList(entry)));
    for (let column = 0; column < this.columns.length; column++) made.append(element("td", { className: "number", textContent: number(row[3 + column]) }));
    if (this.width > made.cells.length) made.append(element("td", { className: "reason", textContent: row[2] ?? "" }));
    button.addEventListener("click", () => this.toggle(row, made, button));
    return made;
  }

  async toggle(row, made, button) {
    const opened = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!opened));
    if (opened) { made.nextElementSibling?.matches("tr.detail") && made.nextElementSibling.remove(); return; }
    const place = element("td", { colSpan: this.width });
    made.after(element("tr", { className: "detail" }, place));
    place.append(...await this.detail(row));
  }

  async detail(row) {
    const [, data, code, , tags] = this.entry(row);
    this.details[this.measure] ??= unpack(`details:${this.measure}`);
    const detail = (await this.details[this.measure])[row.position] ?? {};
    const rest = Object.entries(detail).filter(([key]) => !/^(tokens|values)_/.test(key));
    const about = [["model", this.index.models[row[1]]], ["data", this.index.data[data]], ...Object.entries(tags), ...rest];
    const reason = row[2] === null ? [] : [element("p", { className: "undefined", textContent: `Skipped: ${row[2]}` })];
    return [...reason, ...tokenView(detail, code), plainFacts(about)];
  }
}

const openItems = async () => {
  const gate = document.getElementById("items-gate");
  const place = document.getElementById("items-explorer");
  if (place.explorer) return place.explorer;
  try {
    place.explorer = new Explorer(await unpack("index"), place);
    gate.hidden = true;
    place.hidden = false;
  } catch (error) {
    gate.append(element("p", { textContent: `This browser cannot unpack the items (${error.message}). They are in scored.parquet.` }));
  }
  return place.explorer;
};

const startItems = () => {
  const button = document.getElementById("show-items");
  if (!button) return;
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await openItems()) document.getElementById("items-search").focus();
  });
};

const startJumping = (root) => {
  for (const jump of root.querySelectorAll("button.jump")) {
    jump.addEventListener("click", async () => {
      (await openItems())?.show(jump.dataset);
      document.getElementById("items").scrollIntoView();
      document.getElementById("items-search")?.focus({ preventScroll: true });
    });
  }
};

/* ---- three telling items of a finding ---- */

const TELLING = 3;
let packedIndex;

/* The rows that a finding is about, those that show it most first. */
const tellingRows = (index, { measure, model, data, language, group, side }) => {
  const part = index.measures[measure];
  if (!part) return [];
  const [tag, value] = group ? [group.slice(0, group.indexOf("=")), group.slice(group.indexOf("=") + 1)] : [];
  const column = 3 + part.columns.indexOf("difference");
  const mine = part.rows.map((row, position) => ({ row, position })).filter(({ row }) => {
    const entry = index.entries[row[0]];
    return row[2] === null && index.models[row[1]] === model && index.data[entry[1]] === data && entry[2] === language && (!tag || String(entry[4][tag]) === value);
  });
  return ordered(mine, ({ row }) => row[column], -Number(side)).slice(0, TELLING).map((one) => ({ ...one, difference: one.row[column] }));
};

const oddsInWords = (difference) => {
  const odds = Math.exp(Math.abs(difference));
  const times = odds >= 1000 ? "more than 1000" : odds >= 10 ? String(Math.round(odds)) : odds.toFixed(1);
  return `The model finds the ${difference > 0 ? "stereotypical" : "other"} sentence ${times} times as likely.`;
};

const showTelling = async (button) => {
  const place = element("div", { className: "telling-items" });
  button.replaceWith(place);
  packedIndex ??= unpack("index");
  const index = await packedIndex;
  const details = await unpack(`details:${button.dataset.measure}`);
  for (const { row, position, difference } of tellingRows(index, button.dataset)) {
    const entry = index.entries[row[0]];
    const words = button.dataset.odds ? oddsInWords(difference) : `Score of the first − score of the second: ${number(difference)}.`;
    const tokens = tokenView(details[position] ?? {}, entry[2]).slice(-3);
    place.append(element("div", { className: "telling-item texts" }, textList(entry), element("p", { textContent: words }), ...tokens));
  }
  if (!place.children.length) place.append(element("p", { className: "quiet", textContent: "The items of this finding are not on this page. They are in scored.parquet." }));
};

const startTelling = () => {
  for (const button of document.querySelectorAll("button.telling")) button.addEventListener("click", () => showTelling(button));
};

/* ---- everything that a part of the page needs once it is there ---- */

const enliven = (root) => {
  nameLanguages(root);
  root.querySelectorAll("table.sortable").forEach(makeSortable);
  if (document.getElementById("copied")) startCopying(root);
  startJumping(root);
};

startTheme();
enliven(document);
startItems();
startTelling();
startResults();
document.addEventListener("toggle", (event) => { if (event.target.open) fill(event.target); }, true);
addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => { if (event.target.closest?.("a[href^='#']")) setTimeout(openTarget); });
openTarget();
