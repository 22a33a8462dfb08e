/* What an automated check of WCAG 2 A and AA can find on a page, without a library: names, labels, roles,
   references, structure, landmarks, contrast, tab order and visible focus. It gives the faults as text; the
   numbers are those of the success criteria. Not looked at: 2.5.8 (size of targets), 1.4.1 (links by color). */
async () => {
  const faults = [];
  const bad = (criterion, e, why) => faults.push(`${criterion} ${why}: ${e?.outerHTML?.slice(0, 160) ?? ""}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !e.closest("[aria-hidden=true]");
  const text = (id) => document.getElementById(id)?.textContent.trim();
  const name = (e) => (e.getAttribute("aria-label") ??
    (e.getAttribute("aria-labelledby")?.split(" ").map(text).join(" ") || e.textContent || e.title)).trim();

  // 4.1.2, 2.4.4, 1.3.1, 3.3.2: everything that is worked with has a name, each field a label.
  for (const e of all("a[href], button, summary, [role=button], [role=link]")) if (isShown(e) && !name(e)) bad("4.1.2", e, "no name");
  for (const e of all("input:not([type=hidden]), select, textarea"))
    if (isShown(e) && ![...(e.labels ?? [])].some((l) => l.textContent.trim()) && !e.getAttribute("aria-label")) bad("3.3.2", e, "no label");
  for (const e of all("[role=group], [role=region], section[tabindex], [tabindex='0']")) if (!name(e)) bad("4.1.2", e, "no name");
  for (const e of all("progress, meter, [role=progressbar]")) if (!name(e)) bad("1.1.1", e, "no name");
  for (const e of all("a a, a button, button a, button button, summary a, summary button, label label")) bad("4.1.2", e, "nested");

  // 1.1.1: each picture has a title and says in words what it shows.
  for (const e of all("img, area")) if (!e.hasAttribute("alt")) bad("1.1.1", e, "no alt");
  for (const e of all("svg:not([aria-hidden])")) {
    if (e.closest(".legend")) continue;
    if (!["img", "group"].includes(e.getAttribute("role"))) bad("1.1.1", e, "no role");
    for (const part of ["title", "desc"]) if (!e.querySelector(`:scope > ${part}`)?.textContent.trim()) bad("1.1.1", e, `no ${part}`);
  }

  // 4.1.1, 4.1.2, 1.3.1: ids, references, roles and states are what they say.
  const ids = all("[id]").map((e) => e.id);
  for (const e of all("[id]")) if (ids.indexOf(e.id) !== ids.lastIndexOf(e.id)) bad("4.1.1", e, "id twice");
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for", "list"])
    for (const e of all(`[${attribute}]`))
      for (const id of e.getAttribute(attribute).split(" ")) if (!document.getElementById(id)) bad("1.3.1", e, `no ${id}`);
  const roles = new Set(["img", "group", "region", "search", "status", "list", "listitem", "note", "button", "table", "presentation", "none", "tooltip"]);
  const states = new Set(["label", "labelledby", "describedby", "hidden", "live", "current", "sort", "expanded", "pressed", "controls"]);
  for (const e of all("[role]")) if (!roles.has(e.getAttribute("role"))) bad("4.1.2", e, "role");
  for (const e of all("*")) for (const { name: of } of e.attributes) if (of.startsWith("aria-") && !states.has(of.slice(5))) bad("4.1.2", e, of);
  for (const e of all("[aria-hidden=true] a[href], [aria-hidden=true] button, [aria-hidden=true] input")) bad("4.1.2", e, "hidden, and in the tab order");

  // 1.3.1: tables have captions and headers, lists only items, headings no gaps.
  for (const e of all("table")) if (!e.caption?.textContent.trim() || !e.querySelector("th[scope]")) bad("1.3.1", e, "caption, th scope");
  for (const e of all("ul > :not(li, template), ol > :not(li, template), :not(ul, ol) > li")) bad("1.3.1", e, "list");
  for (const e of all("dl > :not(dt, dd, div), :not(dl, dl > div) > dt, :not(dl, dl > div) > dd")) bad("1.3.1", e, "dl");
  let level = 0;
  for (const e of all("h1, h2, h3, h4, h5, h6").filter(isShown)) {
    const own = Number(e.tagName[1]);
    if (!e.textContent.trim()) bad("1.3.1", e, "empty heading");
    if (own > level + 1 && level) bad("1.3.1", e, `h${level} before it`);
    level = own;
  }
  if (all("h1").length !== 1) bad("1.3.1", null, "h1");

  // 3.1.1, 2.4.2, 2.4.1, 1.4.4, 2.2.1: language, title, landmarks, a way past them, zoom, no page that leaves.
  if (!/^[a-z]{2}/.test(document.documentElement.lang)) bad("3.1.1", null, "lang");
  if (!document.title.trim()) bad("2.4.2", null, "title");
  for (const one of ["main", "body > header", "body > footer"]) if (all(one).length !== 1) bad("1.3.1", null, one);
  const landmarks = all("nav, aside, form[aria-label], section[aria-label], section[aria-labelledby], [role=search]").filter(isShown);
  for (const e of all("nav")) if (!name(e) || all("nav").filter((o) => o.getAttribute("aria-label") === e.getAttribute("aria-label")).length > 1) bad("2.4.1", e, "nav");
  for (const e of landmarks) if (e.tagName === "SECTION" && !name(e)) bad("1.3.1", e, "section without a name");
  if (!document.querySelector("a[href='#main']") || document.querySelector("a[href]").getAttribute("href") !== "#main") bad("2.4.1", null, "skip");
  if (/user-scalable\s*=\s*no|maximum-scale/.test(document.querySelector("meta[name=viewport]").content)) bad("1.4.4", null, "zoom");
  if (all("meta[http-equiv=refresh]").length) bad("2.2.1", null, "refresh");

  // 1.4.3: text against what is behind it, by the style that is in force; 4.5, of large text 3.
  const rgba = (color) => {
    const n = (color.match(/[\d.]+/g) ?? []).map(Number);
    return color.startsWith("color(srgb") ? [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const page = rgba(getComputedStyle(document.body).backgroundColor);
  const behind = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, top) => (top[3] ? over(top, under) : under), page[3] ? page : [255, 255, 255, 1]);
  };
  /* Of text in a picture: the last shape before it that holds its middle. */
  const drawnUnder = (e) => {
    const svg = e.closest("svg");
    const box = e.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let under = behind(svg);
    for (const shape of svg.querySelectorAll("rect, circle, path, polygon")) {
      if (!(shape.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) || shape.closest("defs, clipPath")) continue;
      const b = shape.getBoundingClientRect();
      if (x < b.left || x > b.right || y < b.top || y > b.bottom) continue;
      const style = getComputedStyle(shape);
      if (style.fill === "none" || (shape.tagName === "path" && !shape.isPointInFill(new DOMPoint(...inside(svg, shape, x, y))))) continue;
      const fill = rgba(style.fill);
      under = over([fill[0], fill[1], fill[2], fill[3] * Number(style.fillOpacity) * Number(style.opacity)], under);
    }
    return under;
  };
  const inside = (svg, shape, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => {
    const v = c[i] / 255;
    return sum + part * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  }, 0);
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(e) || !isShown(e) || e.closest("title, desc, script, style, noscript, option, :disabled")) continue;
    seen.add(e);
    const style = getComputedStyle(e);
    const isDrawn = Boolean(e.closest("svg"));
    const color = rgba(isDrawn ? style.fill : style.color);
    let opacity = 1;
    for (let at = e; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const under = isDrawn ? drawnUnder(e) : behind(e);
    const front = over([color[0], color[1], color[2], color[3] * opacity], under);
    const [a, b] = [light(front), light(under)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least - 0.005) bad("1.4.3", e, `contrast ${ratio.toFixed(2)}`);
  }

  // 2.1.1, 2.4.3, 2.4.7: what scrolls can be focused, the order is that of the page, focus is seen.
  for (const e of all("[tabindex]")) if (e.tabIndex > 0) bad("2.4.3", e, "tabindex");
  for (const e of all("main *")) {
    if (!isShown(e) || e.scrollWidth <= e.clientWidth + 1 || !/auto|scroll/.test(getComputedStyle(e).overflowX)) continue;
    if (e.tabIndex < 0 && !e.querySelector("a[href], button, input")) bad("2.1.1", e, "scrolls");
  }
  const kinds = new Set();
  for (const e of all("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")) {
    const kind = `${e.tagName} ${e.type} ${e.className} ${e.closest("[class]")?.className}`;
    if (kinds.has(kind) || !isShown(e)) continue;
    kinds.add(kind);
    const plain = getComputedStyle(e);
    const [was, shadow] = [`${plain.outlineStyle} ${plain.outlineWidth}`, plain.boxShadow];
    e.focus({ preventScroll: true, focusVisible: true });
    const now = getComputedStyle(e);
    const isRinged = now.outlineStyle !== "none" && parseFloat(now.outlineWidth) > 0;
    if (document.activeElement !== e || !(isRinged || now.boxShadow !== shadow || `${now.outlineStyle} ${now.outlineWidth}` !== was)) bad("2.4.7", e, "focus is not seen");
    e.blur();
  }
  return faults;
}
