// Tables that can be put in order by any column, with the mouse and with keys. A long one begins with its first rows and
// says how many there are. A mark of a chart leads to its rows by the address: #rows=KEY&Column=word shows those only.
"use strict";
window.oddchipTables = (() => {
  const FIRST = 14; // rows that a long table begins with
  const LONG = 24; // a table of so many rows is shown whole
  const collator = new Intl.Collator("en", { numeric: true });
  const whole = (n) => n.toLocaleString("en-US");
  const figure = (text) => {
    const plain = text.replace(/[$,%†\s]/g, "").replace("−", "-").replace(/^about/, "");
    return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
  };
  const known = new WeakMap(); // of each table: its line under it, whether it is shown whole, and what is asked of it
  const words = (th) => (th.querySelector("button") || th).textContent.trim();

  const sorting = (table, heads, body) => {
    heads.forEach((th, column) => {
      if (th.querySelector("button") || !body.rows[0] || body.rows[0].cells[column].querySelector("svg")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = th.getAttribute("aria-sort") === "ascending" || (!th.hasAttribute("aria-sort") && th.classList.contains("right"));
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...body.rows].map((row, order) => {
          const text = row.cells[column].textContent.trim();
          return { row, order, text, value: figure(text) };
        });
        rows.sort((a, b) => {
          if (a.value !== null && b.value !== null) return (down ? b.value - a.value : a.value - b.value) || a.order - b.order;
          if (a.value !== null || b.value !== null) return a.value !== null ? -1 : 1;
          return (down ? -1 : 1) * collator.compare(a.text, b.text) || a.order - b.order;
        });
        body.append(...rows.map((r) => r.row));
        show(table);
      });
    });
  };

  // ---- which rows are shown ---------------------------------------------------------------------------------------------
  const asked = () => {
    const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
    const key = parts.get("rows");
    parts.delete("rows");
    return key ? { key, parts: [...parts] } : null;
  };
  const fits = (row, heads, parts) => parts.every(([name, wanted]) => {
    if (name === "row") return row.dataset.row === wanted;
    const column = heads.findIndex((th) => words(th) === name);
    return column >= 0 && row.cells[column].textContent.trim() === wanted;
  });
  const show = (table) => {
    const about = known.get(table);
    const rows = [...table.tBodies[0].rows].filter((row) => !row.classList.contains("out"));
    for (const row of table.tBodies[0].rows) row.hidden = row.classList.contains("out");
    let shown = 0;
    for (const row of rows) {
      row.hidden = about.parts ? !fits(row, about.heads, about.parts) : !about.all && rows.length > LONG && shown >= FIRST;
      shown += row.hidden ? 0 : 1;
    }
    const short = shown < rows.length;
    const { line } = about;
    line.hidden = !short && !(about.all && rows.length > LONG);
    line.querySelector("span").textContent = `${whole(shown)} of ${whole(rows.length)}`;
    const button = line.querySelector("button");
    button.textContent = short ? "Show all" : `Show the first ${FIRST}`;
    button.hidden = rows.length <= FIRST && !short;
    table.dataset.shown = shown;
    loosen(table);
  };
  // A table that is as wide as its place scrolls as the page does, and its head stays in sight.
  const loosen = (table) => {
    const box = table.closest(".scroll");
    if (!box || !box.clientWidth) return;
    box.classList.remove("fits");
    const loose = table.scrollWidth <= box.clientWidth + 1;
    box.classList.toggle("fits", loose);
    if (loose) box.removeAttribute("tabindex");
    else box.tabIndex = 0;
  };
  const enhance = (table) => {
    const body = table.tBodies[0];
    if (!body || known.has(table)) return;
    const heads = [...table.querySelectorAll("thead th")];
    const line = document.createElement("p");
    line.className = "row-count quiet";
    line.setAttribute("role", "status");
    const count = document.createElement("span");
    const button = document.createElement("button");
    button.type = "button";
    line.append(count, " ", button);
    (table.closest(".scroll") || table).after(line);
    known.set(table, { heads, line, all: false, parts: null });
    [...body.rows].forEach((row, i) => { row.dataset.row = i + 1; });
    if (body.rows.length > 1) sorting(table, heads, body);
    button.addEventListener("click", () => {
      const about = known.get(table);
      about.all = about.parts ? true : !about.all;
      about.parts = null;
      if (asked()) history.replaceState(null, "", location.pathname + location.search);
      show(table);
    });
    const details = table.closest("details");
    if (details) details.addEventListener("toggle", () => loosen(table));
    show(table);
  };
  const follow = () => {
    const way = asked();
    for (const table of document.querySelectorAll("table.data")) {
      const about = known.get(table);
      if (!about) continue;
      const mine = way && table.id === `table-${way.key}`;
      const before = about.parts;
      about.parts = mine ? way.parts : null;
      if (before || mine) show(table);
      if (mine) {
        const details = table.closest("details");
        if (details) details.open = true;
        (table.closest(".panel") || table).scrollIntoView();
        loosen(table);
      }
    }
  };
  document.querySelectorAll("table.data").forEach(enhance);
  follow();
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", () => document.querySelectorAll("table.data").forEach((t) => known.has(t) && loosen(t)));
  document.addEventListener("oddchip-rows", () => document.querySelectorAll("table.data").forEach((t) => known.has(t) && show(t)));
  window.addEventListener("beforeprint", () => {
    for (const row of document.querySelectorAll("table.data tbody tr:not(.out)")) row.hidden = false;
  });
  window.addEventListener("afterprint", () => document.querySelectorAll("table.data").forEach((t) => known.has(t) && show(t)));
  return { enhance };
})();
