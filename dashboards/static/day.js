// The page of a gaming day: draws the figures and runs the table of findings. Text from the feeds enters the page only as
// text (textContent), never as markup. The filter lives behind the # of the address, so a link carries it.
"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const narrow = () => window.innerWidth < 620;

  // ---- figures -------------------------------------------------------------------------------------------------------
  const specs = read("figure-data");
  const plots = [...document.querySelectorAll("[data-figure]")];
  const drawn = new Set();

  const resolved = (value, styles) => {
    if (typeof value === "string") {
      return value.startsWith("var(--") ? styles.getPropertyValue(value.slice(4, -1)).trim() : value;
    }
    if (Array.isArray(value)) return value.map((v) => resolved(v, styles));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolved(v, styles)]));
    }
    return value;
  };
  const merged = (base, over) => {
    const out = { ...base };
    for (const [key, value] of Object.entries(over || {})) {
      const both = value && typeof value === "object" && !Array.isArray(value) && base[key];
      out[key] = both ? merged(base[key], value) : value;
    }
    return out;
  };
  const draw = (box) => {
    const spec = specs[box.dataset.figure];
    const styles = getComputedStyle(document.documentElement);
    const layout = narrow() ? merged(spec.layout, spec.narrow) : spec.layout;
    box.style.height = `${layout.height}px`;
    const first = !drawn.has(box);
    drawn.add(box);
    const config = { displayModeBar: false, responsive: true, doubleClick: false, scrollZoom: false };
    Plotly.react(box, resolved(spec.data, styles), resolved(layout, styles), config).then(() => {
      box.dataset.drawn = "yes";
    });
    if (first && spec.filter) {
      box.classList.add("clickable");
      box.on("plotly_click", (event) => {
        const point = event.points[0];
        const place = typeof point.y === "number" && (point.data.orientation === "h" || point.data.type === "heatmap")
          ? point.y : point.x;
        const value = spec.filter.values[place];
        if (value !== undefined && window.oddchipFilter) window.oddchipFilter(spec.filter.field, value);
      });
    }
  };
  const redraw = () => drawn.forEach(draw);
  if (window.Plotly) {
    // What is far down is drawn when it comes near, so the first screen is there at once.
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          near.unobserve(entry.target);
          draw(entry.target);
        }
      }
    }, { rootMargin: "600px" });
    plots.forEach((box) => near.observe(box));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    let wasNarrow = narrow();
    window.addEventListener("resize", () => {
      if (narrow() !== wasNarrow) {
        wasNarrow = narrow();
        redraw();
      }
    });
    window.addEventListener("beforeprint", () => {
      document.documentElement.classList.add("printing");
      plots.forEach(draw);
    });
    window.addEventListener("afterprint", () => {
      document.documentElement.classList.remove("printing");
      redraw();
    });
  }

  // ---- the table of findings -----------------------------------------------------------------------------------------
  const form = document.getElementById("filters");
  if (!form) return;
  const data = read("finding-data");
  const rows = data.rows.map((cells, order) => {
    const row = Object.fromEntries(data.fields.map((name, i) => [name, cells[i]]));
    row.order = order;
    row.words = [row.time, row.code, row.title, row.severity, row.table, row.hand, row.dealer, row.street, row.message,
      row.expected, row.actual, row.amount, row.cite, row.player].join("\n").toLowerCase();
    return row;
  });
  const facets = ["code", "severity", "table", "dealer"];
  const body = document.querySelector("#found tbody");
  const heads = [...document.querySelectorAll("#found th[data-sort]")];
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  const collator = new Intl.Collator("en", { numeric: true });
  const CHUNK = 120;
  const state = { code: "", severity: "", table: "", dealer: "", q: "", sort: "at", dir: "up" };
  let shown = [];
  let rendered = 0;

  const stateText = () => {
    const parts = new URLSearchParams();
    for (const key of [...facets, "q"]) if (state[key]) parts.set(key, state[key]);
    if (state.sort !== "at" || state.dir !== "up") {
      parts.set("sort", state.sort);
      parts.set("dir", state.dir);
    }
    return parts.toString();
  };
  const readState = () => {
    const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
    for (const key of [...facets, "q"]) state[key] = parts.get(key) || "";
    const sort = parts.get("sort");
    state.sort = heads.some((th) => th.dataset.sort === sort) ? sort : "at";
    state.dir = parts.get("dir") === "down" ? "down" : "up";
  };
  const writeState = () => {
    const text = stateText();
    try {
      history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
    } catch {
      location.replace(`#${text}`);
    }
  };
  const matches = (row, words, except) =>
    facets.every((f) => f === except || !state[f] || row[f] === state[f]) && words.every((w) => row.words.includes(w));

  const options = (words) => {
    for (const facet of facets) {
      const select = form.elements[facet];
      const counts = new Map();
      for (const row of rows) {
        if (!counts.has(row[facet])) counts.set(row[facet], 0);
        if (matches(row, words, facet)) counts.set(row[facet], counts.get(row[facet]) + 1);
      }
      counts.delete("");
      const names = [...counts.keys()].sort(collator.compare);
      if (state[facet] && !counts.has(state[facet])) names.unshift(state[facet]);
      const all = document.createElement("option");
      all.value = "";
      all.textContent = "all";
      const made = names.map((name) => {
        const option = document.createElement("option");
        option.value = name;
        option.textContent = `${name} (${counts.get(name) || 0})`;
        return option;
      });
      select.replaceChildren(all, ...made);
      select.value = state[facet];
    }
  };

  const cell = (name, ...children) => {
    const td = document.createElement("td");
    td.className = name;
    td.append(...children);
    return td;
  };
  const isolated = (text) => {
    const bdi = document.createElement("bdi");
    bdi.textContent = text;
    return bdi;
  };
  const shownMoney = (cents) => {
    if (!cents) return "–";
    const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
    const rest = Math.abs(cents) % 100;
    return `${cents < 0 ? "−" : "+"}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const line = (row) => {
    const tr = document.createElement("tr");
    const chip = document.createElement("span");
    chip.className = `sev sev-${row.severity}`;
    chip.textContent = row.code;
    chip.title = row.title && row.title !== "–" ? `${row.title} (${row.severity})` : row.severity;
    let hand = isolated(row.hand);
    if (row.page) {
      const link = document.createElement("a");
      const kept = stateText();
      link.href = `hands/${row.page}${kept ? "#from=" + encodeURIComponent(kept) : ""}`;
      link.append(hand);
      hand = link;
    }
    const what = [isolated(row.message)];
    if (row.expected || row.actual) {
      const due = document.createElement("span");
      due.className = "was-due";
      due.append("should have been ", isolated(row.expected || "not stated"), ", was ", isolated(row.actual || "not stated"));
      what.push(due);
    }
    tr.append(
      cell("time", row.time), cell("code", chip), cell("table", isolated(row.table)), cell("hand-cell", hand),
      cell("dealer", ...(row.dealer ? [isolated(row.dealer)] : [])), cell("what", ...what),
      cell("amount", shownMoney(row.cents)), cell("cite", isolated(row.cite)),
    );
    return tr;
  };
  const renderMore = (upto) => {
    const end = Math.min(shown.length, upto === undefined ? rendered + CHUNK : upto);
    if (end <= rendered) return;
    const piece = document.createDocumentFragment();
    for (; rendered < end; rendered += 1) piece.append(line(shown[rendered]));
    body.append(piece);
  };
  const compare = (a, b) => {
    const x = a[state.sort], y = b[state.sort];
    const way = typeof x === "number" ? x - y : collator.compare(x, y);
    return (state.dir === "down" ? -way : way) || a.order - b.order;
  };
  const remember = () => {
    // The hands in the order shown, so that a hand's page can lead to the next one of this filter.
    try {
      sessionStorage.setItem("oddchip-order", JSON.stringify([...new Set(shown.map((r) => r.page).filter(Boolean))]));
    } catch { /* no storage for pages from a disk: the page's own order is used */ }
  };
  const update = () => {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    options(words);
    shown = rows.filter((row) => matches(row, words));
    shown.sort(compare);
    for (const th of heads) {
      if (th.dataset.sort === state.sort) th.setAttribute("aria-sort", state.dir === "up" ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    }
    body.replaceChildren();
    rendered = 0;
    if (shown.length) {
      renderMore();
    } else {
      const tr = document.createElement("tr");
      tr.className = "none";
      const td = cell("", "No finding fits this filter.");
      td.colSpan = heads.length;
      tr.append(td);
      body.append(tr);
    }
    const moved = shown.reduce((sum, row) => sum + Math.abs(row.cents), 0);
    const of = shown.length === rows.length ? "" : ` of ${rows.length.toLocaleString("en-US")}`;
    const noun = rows.length === 1 ? "finding" : "findings";
    count.textContent = `${shown.length.toLocaleString("en-US")}${of} ${noun}` + (moved ? `, ${shownMoney(moved).slice(1)} moved` : "");
    writeState();
    remember();
  };
  const csvCell = (value) => {
    let text = String(value);
    // A spreadsheet must not take text for a formula; a plain number is left a number.
    if (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)) text = `'${text}`;
    return /[",\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csvFields = ["at", "code", "severity", "table", "hand", "street", "player", "dealer", "message", "expected", "actual", "amount", "cite"];
  const csv = () => [csvFields, ...shown.map((row) => csvFields.map((f) => row[f]))]
    .map((cells) => cells.map(csvCell).join(",")).join("\r\n") + "\r\n";

  form.addEventListener("submit", (event) => event.preventDefault());
  for (const facet of facets) {
    form.elements[facet].addEventListener("change", (event) => {
      state[facet] = event.target.value;
      update();
    });
  }
  let waiting = 0;
  form.elements.q.addEventListener("input", (event) => {
    state.q = event.target.value;
    clearTimeout(waiting);
    waiting = setTimeout(update, 80);
  });
  document.getElementById("clear").addEventListener("click", () => {
    for (const key of [...facets, "q"]) state[key] = "";
    form.elements.q.value = "";
    update();
  });
  document.getElementById("csv").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", csv()], { type: "text/csv;charset=utf-8" }));
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  for (const th of heads) {
    th.querySelector("button").addEventListener("click", () => {
      const same = state.sort === th.dataset.sort;
      state.dir = same ? (state.dir === "up" ? "down" : "up") : th.dataset.sort === "cents" ? "down" : "up";
      state.sort = th.dataset.sort;
      update();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      form.elements.q.focus();
    }
  });
  new IntersectionObserver((entries) => {
    if (entries.some((e) => e.isIntersecting)) renderMore();
  }, { rootMargin: "800px" }).observe(more);
  window.addEventListener("beforeprint", () => renderMore(shown.length));
  window.addEventListener("hashchange", () => {
    if (location.hash.includes("=")) {
      readState();
      form.elements.q.value = state.q;
      update();
    }
  });
  window.oddchipFilter = (field, value) => {
    state[field] = value;
    update();
    document.getElementById("findings").scrollIntoView();
  };
  window.oddchipCsv = csv;

  const arrived = location.hash.includes("=");
  const anchor = !arrived && location.hash.length > 1 ? location.hash.slice(1) : "";
  readState();
  form.elements.q.value = state.q;
  update();
  if (arrived) document.getElementById("findings").scrollIntoView();
  else if (anchor) document.getElementById(anchor)?.scrollIntoView();
})();
