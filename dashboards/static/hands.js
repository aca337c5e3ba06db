// The list of hands. The choice lives behind the # of the address; a filter may name several words. Only rows near the
// screen are in the page, and text from the feeds enters it as text.
"use strict";
(() => {
  const form = document.getElementById("choice");
  if (!form) return;
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("hand-list").textContent);
  const value = (field, i) => {
    const column = data.columns[field];
    return column.words ? column.words[column.rows[i]] : column.rows[i];
  };
  const collator = new Intl.Collator("en", { numeric: true });
  const whole = (n) => n.toLocaleString("en-US");
  const money = (cents, sign) => {
    const size = Math.abs(cents), rest = size % 100;
    const mark = cents < 0 ? "−" : sign && cents ? "+" : "";
    return `${mark}$${whole(Math.floor(size / 100))}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const FILTERS = ["table", "hour", "game", "dealer", "rake", "stub", "hand"];
  const NAMES = { dealer: "not recorded", hour: "no time" };
  const all = Array.from({ length: data.count }, (_, i) => i);
  const word = (field, i) => value(field, i) || NAMES[field] || "";
  const body = by("hands").tBodies[0];
  const CHUNK = 100;
  let chosen = {}, shown = all, rendered = 0;

  for (const select of form.querySelectorAll("select")) {
    const words = [...new Set(all.map((i) => word(select.name, i)))].sort(collator.compare);
    for (const text of words) select.append(new Option(text, text));
  }
  const read = () => {
    const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
    chosen = Object.fromEntries(FILTERS.map((name) => [name, parts.getAll(name)]).filter(([, words]) => words.length));
  };
  const write = () => {
    const parts = new URLSearchParams(FILTERS.flatMap((name) => (chosen[name] || []).map((text) => [name, text])));
    try {
      history.replaceState(null, "", String(parts) ? `#${parts}` : location.pathname + location.search);
    } catch {
      location.replace(`#${parts}`);
    }
  };
  const cell = (kind, content) => {
    const td = document.createElement("td");
    td.className = kind;
    if (typeof content === "string") {
      const text = document.createElement("bdi");
      text.textContent = content;
      td.append(text);
    } else td.append(content);
    return td;
  };
  const line = (i) => {
    const tr = document.createElement("tr");
    let hand = value("hand", i);
    if (value("page", i)) {
      hand = document.createElement("a");
      hand.href = value("page", i);
      const text = document.createElement("bdi");
      text.textContent = value("hand", i);
      hand.append(text);
    }
    const due = value("due", i), taken = value("taken", i);
    const number = (n) => (n === null ? "–" : String(n));
    tr.append(
      cell("short", value("time", i)), cell("short", value("table", i)), cell("short", hand), cell("short", value("game", i)),
      cell("short", value("dealer", i) || "–"), cell("right", due === null ? "–" : money(due)), cell("right", taken === null ? "–" : money(taken)),
      cell("right", due === null || taken === null ? "–" : money(taken - due, true)), cell("short", value("rake", i)),
      cell("right", number(value("left", i))), cell("right", number(value("counted", i))),
    );
    return tr;
  };
  const more = () => {
    const end = Math.min(shown.length, rendered + CHUNK);
    const piece = document.createDocumentFragment();
    for (; rendered < end; rendered += 1) piece.append(line(shown[rendered]));
    body.append(piece);
  };
  const update = () => {
    shown = all.filter((i) => Object.entries(chosen).every(([name, words]) => words.includes(word(name, i))));
    for (const select of form.querySelectorAll("select")) {
      const words = chosen[select.name] || [];
      // Several words of one filter come from a chart: the choice names them together until it is changed.
      const former = select.querySelector("option[data-several]");
      if (former) former.remove();
      if (words.length > 1) {
        const several = new Option(words.join(", "), words.join(", "), false, true);
        several.dataset.several = "yes";
        select.append(several);
      } else select.value = words[0] || "";
    }
    body.replaceChildren();
    rendered = 0;
    more();
    const sum = (field) => shown.reduce((total, i) => total + (value(field, i) || 0), 0);
    const compared = shown.filter((i) => value("due", i) !== null && value("taken", i) !== null);
    const of = shown.length === data.count ? "" : ` of ${whole(data.count)}`;
    const said = [`${whole(shown.length)}${of} ${data.count === 1 ? "hand" : "hands"}`];
    if (chosen.hand) said.push(`hand ${chosen.hand.join(", ")}`);
    if (compared.length) {
      const taken = compared.reduce((n, i) => n + value("taken", i), 0);
      said.push(`rake due ${money(sum("due"))}, taken ${money(taken)}`, `too much ${money(sum("over"))}, too little ${money(sum("under"))}`);
    }
    by("count").textContent = said.join(" · ");
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const { name, value: text } = event.target;
    if (text) chosen[name] = [text];
    else delete chosen[name];
    write();
    update();
  });
  by("clear").addEventListener("click", () => {
    chosen = {};
    write();
    update();
  });
  new IntersectionObserver((entries) => {
    if (entries.some((e) => e.isIntersecting)) more();
  }, { rootMargin: "1200px" }).observe(by("more"));
  window.addEventListener("scroll", () => {
    if (by("more").getBoundingClientRect().top < window.innerHeight + 1200) more();
  }, { passive: true });
  window.addEventListener("hashchange", () => {
    read();
    update();
  });
  read();
  update();
})();
