"""What a screen reader and a tired eye need of a page, asked of the browser that shows it.

`FAULTS` is run inside the page and gives a sentence a fault: landmarks, headings, names, tables, focus, contrast.
"""

from __future__ import annotations

from typing import Final

FAULTS: Final = r"""
() => {
  const faults = [];
  const said = (e) => (e.id ? "#" + e.id : e.tagName.toLowerCase() + "." + (e.getAttribute("class") || "")).slice(0, 60)
    + " " + JSON.stringify((e.textContent || "").trim().slice(0, 40));
  const all = (what) => [...document.querySelectorAll(what)];
  const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";

  // ---- landmarks and headings
  for (const what of ["main", "h1", "nav.pages[aria-label]", "html[lang]", "a.skip[href='#main']"]) {
    if (all(what).length !== 1) faults.push(`${all(what).length} of ${what}, 1 wanted`);
  }
  if (!document.title.trim()) faults.push("no title");
  for (const e of all("section, nav, [role=region], [role=group], [role=search]")) {
    const by = e.getAttribute("aria-labelledby");
    const name = e.getAttribute("aria-label") || (by && (document.getElementById(by) || {}).textContent);
    if (!name || !name.trim()) faults.push("unnamed part: " + said(e));
  }
  const levels = all("h1,h2,h3,h4").map((h) => Number(h.tagName[1]));
  levels.forEach((n, i) => { if (i && n - levels[i - 1] > 1) faults.push(`heading ${n} after ${levels[i - 1]}`); });
  const ids = all("[id]").map((e) => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push("id twice: " + id));
  for (const e of all("[aria-labelledby], [aria-describedby]")) {
    for (const id of (e.getAttribute("aria-labelledby") || e.getAttribute("aria-describedby")).split(" ")) {
      if (!document.getElementById(id)) faults.push("points nowhere: " + said(e));
    }
  }

  // ---- names, pictures, tables, focus
  for (const e of all("button, select, input, a[href], summary")) {
    const labelled = e.labels && e.labels.length && e.labels[0].textContent.trim();
    if (!(e.textContent.trim() || e.getAttribute("aria-label") || labelled)) faults.push("nameless: " + said(e));
  }
  for (const e of all("[role=img], svg.drawing")) {
    if (!e.getAttribute("aria-label")) faults.push("picture without words: " + said(e));
  }
  for (const e of all("table")) {
    if (!e.caption || !e.caption.textContent.trim()) faults.push("table without a caption: " + said(e));
    if ([...e.querySelectorAll("th")].some((th) => !th.scope)) faults.push("head without a scope: " + said(e));
    if (![...e.querySelectorAll("th")].length) faults.push("table without a head: " + said(e));
  }
  for (const e of all("[tabindex]")) if (e.tabIndex > 0) faults.push("jumps the order: " + said(e));
  for (const e of all("*")) {
    const style = getComputedStyle(e);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
      && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
    if (scrolls && seen(e) && e !== document.documentElement && e !== document.body
        && e.tabIndex < 0 && !e.querySelector("a[href], button, input, [tabindex='0']")) {
      faults.push("scrolls, but keys cannot reach it: " + said(e));
    }
  }

  // ---- contrast of every text that is shown, against what lies under it
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (text) => {
    if (!known.has(text)) {
      probe.clearRect(0, 0, 1, 1);
      probe.fillStyle = text;
      probe.fillRect(0, 0, 1, 1);
      const d = probe.getImageData(0, 0, 1, 1).data;
      known.set(text, [d[0], d[1], d[2], d[3] / 255]);
    }
    return known.get(text);
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const under = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const c = rgba(getComputedStyle(at).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] >= 1) break;
    }
    let base = rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    for (const layer of layers.reverse()) base = over(layer, base);
    return base;
  };
  const light = (c) => {
    const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const told = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const e = node.parentElement;
    if (!node.textContent.trim() || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(e.tagName) || !seen(e)) continue;
    if (e.closest(".unseen, .skip, [aria-hidden=true], :disabled, [aria-disabled=true]")) continue;
    // Words drawn on a shape: what lies under them is no background. Their colours are tested by name.
    if (e.closest(".d-on, .d-felt-word, .d-button-word, .hm, .heatmaplayer, .bars, .barlayer")) continue;
    const style = getComputedStyle(e);
    const inked = rgba(e.closest("svg") ? style.fill : style.color);
    const ground = under(e);
    const alpha = inked[3] * Number(style.opacity);
    const ink = over([...inked.slice(0, 3), alpha], ground);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 600;
    const wanted = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const got = ratio(ink, ground);
    const words = `contrast ${got.toFixed(2)} of ${said(e)}`;
    const kind = `${e.tagName}${e.getAttribute("class")}${got.toFixed(1)}`;
    if (got < wanted && !told.has(kind)) {
      told.add(kind);
      faults.push(words);
    }
  }
  return faults;
}
"""
