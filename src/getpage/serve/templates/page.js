"use strict";
/* Sliders, sorted columns and a filter. Everything is there without them: a slider is a form. */
const sliders = [...document.querySelectorAll("form.slider")];
const knobs = new Set(sliders.map((form) => form.dataset.knob));

/* All sizes that are tried: those of the sliders of this page, and those that the address has beside. */
const tried = () => {
  const others = new URL(location).searchParams.getAll("hold").filter((text) => !knobs.has(text.split("=")[0]));
  const here = sliders
    .map((form) => [form.dataset.knob, form.elements.size.value, form.dataset.present])
    .filter(([, size, present]) => size !== present)
    .map(([knob, size]) => `${knob}=${size}`);
  return [...others, ...here];
};

const asking = (path, sizes) => {
  const url = new URL(path, location.href);
  for (const name of ["from", "to", "system", "name"]) {
    const value = new URL(location).searchParams.get(name);
    if (value) url.searchParams.set(name, value);
  }
  for (const text of sizes) url.searchParams.append("hold", text);
  return url;
};

/* The address, and all that leads on from here, with the sizes that are tried. */
const keep = (sizes) => {
  const holding = (place) => {
    const url = new URL(place, location.href);
    for (const name of ["hold", "knob", "size"]) url.searchParams.delete(name);
    for (const text of sizes) url.searchParams.append("hold", text);
    return url;
  };
  history.replaceState(null, "", holding(location));
  for (const link of document.querySelectorAll("a.keeps")) link.href = holding(link.href);
  for (const form of document.querySelectorAll("form.keeps")) {
    for (const old of form.querySelectorAll("input[name=hold]")) old.remove();
    for (const text of sizes) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "hold", value: text });
      form.append(field);
    }
  }
  const notice = document.getElementById("tried");
  notice.hidden = sizes.length === 0;
  notice.querySelector("code").textContent = sizes.join(", ");
};

const sums = document.getElementById("sums");
const whole = document.getElementById("answer");

/* The last move wins, of whichever slider; aborted where none is being answered. */
let running = new AbortController();
running.abort();

/* The pieces of an answer with their names, as they come: each is a line. */
async function* pieces(url, signal) {
  const reader = (await fetch(url, { signal })).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (signal.aborted) return;
      yield* Object.entries(JSON.parse(line));
    }
  }
}

/* What takes longer than a moment says how far it is. */
const tell = (place, text) => {
  const said = place.querySelector(":scope > .notice") ?? document.createElement("p");
  said.className = "notice";
  said.textContent = text;
  place.prepend(said);
};

for (const form of sliders) {
  const number = form.elements.size;
  const range = form.querySelector("input[type=range]");
  const figure = form.closest("section")?.querySelector("figure.size");
  range.hidden = false;

  const move = async () => {
    const isDrawn = !running.signal.aborted;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const sizes = tried();
    const url = asking("/move", sizes);
    if (isDrawn) url.searchParams.set("drawn", "1");
    if (figure) url.searchParams.set("curve", form.dataset.knob);
    const late = setTimeout(() => { whole.classList.add("late"); }, 200);
    try {
      for await (const [name, text] of pieces(url, signal)) {
        if (name === "sums") sums.innerHTML = text;
        if (name === "curve") figure.innerHTML = text;
        if (name === "progress") tell(whole, text);
        if (name === "answer") whole.innerHTML = text;
        form.dataset[name] = number.value;
      }
      whole.classList.remove("late");
      keep(sizes);
      running.abort();
    } catch (error) {
      if (error.name !== "AbortError") sums.textContent = "The server does not answer.";
    } finally {
      clearTimeout(late);
    }
  };
  range.addEventListener("input", () => { number.value = range.value; move(); });
  number.addEventListener("input", () => { range.value = number.value; if (number.validity.valid) move(); });
  form.addEventListener("submit", (event) => { event.preventDefault(); if (number.reportValidity()) move(); });
}

/* What a view shows. One whose answer is not there yet says how far it is and is asked for again; the server
   keeps each question for a moment. */
const viewed = async (address, tell) => {
  for (;;) {
    const reply = await fetch(address);
    const main = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("main");
    if (reply.status !== 202) return main;
    tell(main);
  }
};
if (document.getElementById("waiting")) {
  viewed(location.href, (main) => { document.getElementById("main").replaceWith(main); }).then(() => location.reload());
}

/* A view within another is asked for when it is unfolded. */
for (const fold of document.querySelectorAll("details.view")) {
  const place = fold.querySelector("div");
  const show = (main) => {
    for (const form of main.querySelectorAll("form")) form.remove();
    place.replaceChildren(...main.childNodes);
  };
  fold.addEventListener("toggle", async () => { show(await viewed(fold.querySelector("a").href, show)); }, { once: true });
}

/* Rows from which on a table has a filter. */
const MANY = 15;

/* What stands in a cell is for people: its figure, in bytes or seconds where it has such a unit. */
const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, h: 3600, min: 60, ms: 1e-3, "µs": 1e-6 };
const FIGURE = /^([+−-]?)([\d,]*\.?\d+)(?![\d:-])(?:\s?([KMGT]iB|h|min|ms|µs)(?!\w))?/;
const amount = (text) => {
  const [, sign, digits, unit] = FIGURE.exec(text) ?? [];
  return Number(digits?.replaceAll(",", "")) * (UNITS[unit] ?? 1) * (sign && sign !== "+" ? -1 : 1);
};

for (const table of document.querySelectorAll("main table")) {
  if (!table.tHead || table.tBodies[0].rows.length < 2) continue;
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      const body = table.tBodies[0];
      const order = (a, b) => (amount(a) - amount(b) || a.localeCompare(b));
      const rows = [...body.rows].sort((a, b) => order(value(a), value(b)) * (up ? 1 : -1));
      body.append(...rows);
    });
  });
}

for (const table of document.querySelectorAll("main table")) {
  if (!table.tHead || table.tBodies[0].rows.length < MANY) continue;
  const input = document.createElement("input");
  input.type = "search";
  const label = document.createElement("label");
  label.append("Only rows with ", input);
  table.closest(".scroll, main").before(label);
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
