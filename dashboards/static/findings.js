// The table of findings. Text from the feeds enters the page only as text (textContent), never as markup. The choice
// lives behind the # of the address, so that a link carries it. Only the rows near the screen are in the page.
"use strict";
(() => {
  const form = document.getElementById("facets");
  if (!form) return;
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("finding-data").textContent);
  const columns = data.columns;
  const value = (field, i) => {
    const column = columns[field];
    return column.words ? column.words[column.rows[i]] : column.rows[i];
  };
  const collator = new Intl.Collator("en", { numeric: true });
  const whole = (n) => n.toLocaleString("en-US");
  const money = (cents, sign) => {
    const size = Math.abs(cents);
    const rest = size % 100;
    const mark = cents < 0 ? "−" : sign ? "+" : "";
    return `${mark}$${whole(Math.floor(size / 100))}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const bandOf = (cents) => {
    const size = Math.abs(cents);
    if (!size) return "none";
    if (size < 500) return "under $5";
    if (size < 2000) return "$5 to under $20";
    if (size < 10000) return "$20 to under $100";
    return "$100 and more";
  };
  const CHIPS = "tournament chips";
  const BANDS = ["$100 and more", "$20 to under $100", "$5 to under $20", "under $5", CHIPS, "none"];

  // ---- facets: each finding has one word in each, as a number into the facet's list --------------------------------------
  const FACETS = [
    { key: "severity", title: "Severity", open: true, of: (i) => value("severity", i), order: data.severities },
    { key: "code", title: "Code", open: true, of: (i) => value("code", i), say: (w, i) => value("title", i) },
    { key: "amount", title: "Amount", open: true, of: (i) => (value("chips", i) ? CHIPS : bandOf(value("cents", i))), order: BANDS },
    { key: "table", title: "Table", of: (i) => value("table", i) },
    { key: "dealer", title: "Dealer", of: (i) => value("dealer", i) || "not recorded" },
    { key: "hour", title: "Hour", of: (i) => value("hour", i) || "no time", say: (w) => (/^\d\d$/.test(w) ? `${w}:00` : "") },
    { key: "game", title: "Game", of: (i) => value("game", i) || "no hand" },
    { key: "counted", title: "Counts when dealers are compared", hidden: true, of: (i) => value("counted", i) },
    { key: "id", title: "Finding", hidden: true, of: (i) => value("id", i) },
    { key: "money", title: "Money moved", hidden: true, of: (i) => (value("cents", i) ? "yes" : "no") },
  ];
  const rows = Array.from({ length: data.count }, (_, i) => i);
  for (const facet of FACETS) {
    const places = new Map();
    facet.first = [];
    facet.rows = new Int32Array(data.count);
    for (const i of rows) {
      const word = facet.of(i);
      if (!places.has(word)) {
        places.set(word, places.size);
        facet.first.push(i);
      }
      facet.rows[i] = places.get(word);
    }
    facet.words = [...places.keys()];
    facet.places = places;
    facet.listed = facet.words.slice().sort(
      facet.order ? (a, b) => facet.order.indexOf(a) - facet.order.indexOf(b) : collator.compare,
    );
    facet.chosen = new Set();
  }
  const facetBy = Object.fromEntries(FACETS.map((f) => [f.key, f]));
  let searched = null; // the words of each row, made when they are first searched
  const searchText = () => {
    const fields = ["time", "code", "title", "severity", "table", "game", "hand", "dealer", "street", "message", "expected", "actual", "amount", "chips", "cite", "player"];
    return rows.map((i) => fields.map((f) => value(f, i)).join("\n").toLowerCase());
  };

  // ---- state ---------------------------------------------------------------------------------------------------------
  const heads = [...document.querySelectorAll("#found th[data-sort]")];
  const state = { q: "", sort: "at", dir: "up" };
  const body = document.querySelector("#found tbody");
  const CHUNK = 100;
  let shown = rows;
  let rendered = 0;

  const stateText = () => {
    const parts = new URLSearchParams();
    for (const facet of FACETS) for (const word of [...facet.chosen].sort(collator.compare)) parts.append(facet.key, word);
    if (state.q) parts.set("q", state.q);
    if (state.sort !== "at" || state.dir !== "up") {
      parts.set("sort", state.sort);
      parts.set("dir", state.dir);
    }
    return parts.toString();
  };
  const readState = () => {
    const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
    for (const facet of FACETS) facet.chosen = new Set(parts.getAll(facet.key));
    state.q = parts.get("q") || "";
    const sort = parts.get("sort");
    state.sort = heads.some((th) => th.dataset.sort === sort) ? sort : "at";
    state.dir = parts.get("dir") === "down" ? "down" : "up";
    form.elements.q.value = state.q;
  };
  const writeState = () => {
    const text = stateText();
    try {
      history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
    } catch {
      location.replace(`#${text}`);
    }
  };

  // ---- filtering: for every row the facets that keep it out are counted, so that each facet's counts leave itself out ---
  const filter = () => {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !searched) searched = searchText();
    const active = FACETS.filter((f) => f.chosen.size);
    const wanted = active.map((f) => new Uint8Array(f.words.map((w) => (f.chosen.has(w) ? 1 : 0))));
    const counts = FACETS.map((f) => new Int32Array(f.words.length));
    const kept = [];
    for (const i of rows) {
      if (words.length && !words.every((w) => searched[i].includes(w))) continue;
      let out = -1;
      let outs = 0;
      for (let a = 0; a < active.length && outs < 2; a += 1) {
        if (!wanted[a][active[a].rows[i]]) {
          out = FACETS.indexOf(active[a]);
          outs += 1;
        }
      }
      if (outs === 0) {
        kept.push(i);
        for (let f = 0; f < FACETS.length; f += 1) counts[f][FACETS[f].rows[i]] += 1;
      } else if (outs === 1) {
        counts[out][FACETS[out].rows[i]] += 1;
      }
    }
    return { kept, counts };
  };
  const sorted = (kept) => {
    if (state.sort === "at") return state.dir === "up" ? kept : kept.slice().reverse();
    const size = state.sort === "size";
    const keys = new Map(kept.map((i) => [i, size ? Math.abs(value("cents", i)) : value(state.sort, i)]));
    const way = state.dir === "down" ? -1 : 1;
    return kept.slice().sort((a, b) => {
      const x = keys.get(a), y = keys.get(b);
      return way * (size ? x - y : collator.compare(x, y)) || a - b;
    });
  };

  // ---- drawing -------------------------------------------------------------------------------------------------------
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const groups = by("facet-groups");
  const LONG = 12;
  const buildFacets = () => {
    for (const facet of FACETS) {
      if (facet.hidden) continue;
      const box = make("details", "facet");
      box.dataset.facet = facet.key;
      box.open = Boolean(facet.open || facet.chosen.size) && (window.innerWidth > 1000 || facet.chosen.size > 0);
      box.append(make("summary", "", facet.title));
      const list = make("ul", facet.listed.length > LONG ? "long" : "");
      facet.items = facet.listed.map((word) => {
        const item = make("li");
        const label = make("label");
        const input = make("input");
        input.type = "checkbox";
        input.name = facet.key;
        input.value = word;
        const name = make("span", "facet-word");
        name.append(make("bdi", "", word));
        const more = facet.say ? facet.say(word, facet.first[facet.places.get(word)]) : "";
        if (more && more !== "–") name.append(make("span", "facet-more", ` ${more}`));
        const n = make("span", "facet-n num");
        label.append(input, name, n);
        item.append(label);
        list.append(item);
        return { word, item, input, n };
      });
      box.append(list);
      groups.append(box);
    }
  };
  const showFacets = (counts) => {
    FACETS.forEach((facet, f) => {
      for (const entry of facet.items || []) {
        const n = counts[f][facet.places.get(entry.word)];
        entry.n.textContent = whole(n);
        entry.input.checked = facet.chosen.has(entry.word);
        entry.item.classList.toggle("zero", !n && !entry.input.checked);
      }
    });
    const chips = [];
    for (const facet of FACETS) {
      for (const word of facet.chosen) {
        const chip = make("button", "chip");
        chip.type = "button";
        chip.append(`${facet.title}: `, make("bdi", "", word), make("span", "x", " ×"));
        chip.setAttribute("aria-label", `Without ${facet.title}: ${word}`);
        chip.addEventListener("click", () => {
          facet.chosen.delete(word);
          update();
        });
        chips.push(chip);
      }
    }
    by("chips").replaceChildren(...chips);
  };
  const cell = (name, ...children) => {
    const td = make("td", name);
    td.append(...children);
    return td;
  };
  const isolated = (text) => make("bdi", "", text);
  const line = (i) => {
    const tr = make("tr");
    const severity = value("severity", i);
    const chip = make("span", `sev sev-${severity}`, value("code", i));
    chip.title = `${value("title", i)} (${severity})`;
    let hand = isolated(value("hand", i));
    const page = value("page", i);
    if (page) {
      const link = make("a");
      const kept = stateText();
      link.href = `hands/${page}${kept ? "#from=" + encodeURIComponent(kept) : ""}`;
      link.append(hand);
      hand = link;
    } else if (value("slot", i)) {
      // About no hand: a slot, a card, a clock. Its proof has a page of its own.
      const link = make("a", "", "proof");
      link.href = `slots/${value("slot", i)}`;
      hand = link;
    }
    const cents = value("cents", i);
    const amount = cell("amount", cents ? money(cents, true) : value("chips", i) || "–");
    if (value("party", i)) amount.title = value("party", i);
    const dealer = value("dealer", i);
    tr.append(
      cell("time", value("time", i)), cell("code", chip), cell("table", isolated(value("table", i))), cell("hand-cell", hand),
      cell("what", isolated(value("message", i))), amount, cell("dealer", ...(dealer ? [isolated(dealer)] : [])), cell("cite", isolated(value("cite", i))),
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
  const remember = () => {
    // The hands in the order shown, so that a hand's page can lead to the next one of this choice.
    try {
      sessionStorage.setItem("oddchip-order", JSON.stringify([...new Set(shown.map((i) => value("page", i)).filter(Boolean))]));
    } catch { /* no storage for pages from a disk: the page's own order is used */ }
  };
  const update = () => {
    const { kept, counts } = filter();
    shown = sorted(kept);
    showFacets(counts);
    for (const th of heads) {
      if (th.dataset.sort === state.sort) th.setAttribute("aria-sort", state.dir === "up" ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    }
    body.replaceChildren();
    rendered = 0;
    if (shown.length) {
      renderMore();
    } else {
      const tr = make("tr", "none");
      const td = cell("", "No finding fits this choice.");
      td.colSpan = heads.length;
      tr.append(td);
      body.append(tr);
    }
    let moved = 0, chips = 0;
    for (const i of shown) {
      moved += Math.abs(value("cents", i));
      chips += Math.abs(value("chips_cents", i));
    }
    const sums = [...(moved ? [money(moved)] : []), ...(chips ? [`${money(chips).replace("$", "")} ${chips === 100 ? "chip" : "chips"}`] : [])];
    const of = shown.length === rows.length ? "" : ` of ${whole(rows.length)}`;
    const noun = rows.length === 1 ? "finding" : "findings";
    by("count").textContent = `${whole(shown.length)}${of} ${noun}` + (sums.length ? `, ${sums.join(" and ")} moved wrongly` : "");
    writeState();
    remember();
  };

  // ---- CSV -----------------------------------------------------------------------------------------------------------
  const csvCell = (given) => {
    let text = String(given);
    // A spreadsheet must not take text for a formula; a plain number is left a number.
    if (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)) text = `'${text}`;
    return /[",\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csvFields = ["at", "code", "severity", "table", "game", "hand", "street", "player", "dealer", "message", "expected", "actual", "amount", "chips", "cite"];
  const csv = () => [csvFields, ...shown.map((i) => csvFields.map((f) => value(f, i)))]
    .map((cells) => cells.map(csvCell).join(",")).join("\r\n") + "\r\n";

  // ---- hands on --------------------------------------------------------------------------------------------------------
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const facet = facetBy[event.target.name];
    if (!facet) return;
    if (event.target.checked) facet.chosen.add(event.target.value);
    else facet.chosen.delete(event.target.value);
    update();
  });
  let waiting = 0;
  form.elements.q.addEventListener("input", (event) => {
    state.q = event.target.value;
    clearTimeout(waiting);
    waiting = setTimeout(update, 80);
  });
  by("clear").addEventListener("click", () => {
    for (const facet of FACETS) facet.chosen.clear();
    state.q = form.elements.q.value = "";
    update();
  });
  by("copy").addEventListener("click", async () => {
    const button = by("copy");
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "The link is in the address bar";
    }
    setTimeout(() => { button.textContent = "Copy link"; }, 2000);
  });
  by("csv").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", csv()], { type: "text/csv;charset=utf-8" }));
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  for (const th of heads) {
    th.querySelector("button").addEventListener("click", () => {
      const same = state.sort === th.dataset.sort;
      state.dir = same ? (state.dir === "up" ? "down" : "up") : th.dataset.sort === "size" ? "down" : "up";
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
  }, { rootMargin: "1200px" }).observe(by("more"));
  window.addEventListener("scroll", () => {
    if (by("more").getBoundingClientRect().top < window.innerHeight + 1200) renderMore();
  }, { passive: true });
  window.addEventListener("beforeprint", () => renderMore(shown.length));
  window.addEventListener("hashchange", () => {
    readState();
    update();
  });
  readState();
  buildFacets();
  update();
})();
