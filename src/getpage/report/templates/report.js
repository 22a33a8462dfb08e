"use strict";
/* Convenience only: everything is on the page without it, and nothing is sent or loaded. */
for (const pre of document.querySelectorAll("pre.command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = pre.innerText;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection().selectAllChildren(pre);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const holder = document.createElement("div");
  holder.className = "copied";
  pre.replaceWith(holder);
  holder.append(pre, button);
}

const marked = [...document.querySelectorAll("[data-image]")];
const bar = document.getElementById("filter");
if (bar && marked.length > 1) {
  const kinds = [["image", "Image"], ["subsystem", "Subsystem"], ["severity", "Severity"]];
  const chosen = {};
  const said = document.createElement("span");
  const show = () => {
    let hidden = 0;
    for (const one of marked) {
      const fits = kinds.every(([kind]) => !chosen[kind] || one.dataset[kind] === undefined || one.dataset[kind] === chosen[kind]);
      one.hidden = !fits;
      hidden += fits ? 0 : 1;
    }
    said.textContent = hidden ? `${hidden} of ${marked.length} hidden` : "";
  };
  for (const [kind, label] of kinds) {
    const values = [...new Set(marked.map((one) => one.dataset[kind]).filter(Boolean))].sort();
    if (values.length < 2) continue;
    const select = document.createElement("select");
    select.append(new Option("all", ""), ...values.map((value) => new Option(value, value)));
    select.addEventListener("change", () => { chosen[kind] = select.value; show(); });
    const name = document.createElement("label");
    name.append(`${label} `, select);
    bar.append(name);
  }
  bar.append(said);
  bar.hidden = bar.querySelectorAll("select").length === 0;
}
