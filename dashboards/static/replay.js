// Any hand of the day: reads the table's file, writes the hand into the page and starts the replayer (hand.js) on it.
// The address says which hand: ?table=KEY&hand=NUMBER. Text from the feeds enters only as text.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const make = (tag, text, name) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const asked = new URLSearchParams(location.search);
  const key = asked.get("table") || "";
  const say = (text) => { by("told").textContent = text; };
  const linkOf = (hand) => `hand.html?${new URLSearchParams({ table: key, hand: hand.hand })}`;
  const spread = (runs) => {
    const out = [];
    for (let i = 0; i < runs.length; i += 2) for (let n = 0; n < runs[i + 1]; n += 1) out.push(runs[i]);
    return out;
  };

  const head = (table, hand) => {
    by("title").textContent = `Hand ${hand.hand}`;
    document.title = `Hand ${hand.hand} – ${document.title.split(" – ").slice(1).join(" – ")}`;
    const [dealer, file] = table.dealers[hand.dealer];
    const facts = [
      ["Table", table.table, table.page], ["Started", hand.at, ""], ["Ended", hand.end, ""],
      ["Dealer", dealer, file], ["Game", table.games[hand.game], ""],
    ];
    by("facts").replaceChildren(...facts.map(([words, value, href]) => {
      const box = make("div"), dd = make("dd");
      const told = make("bdi", value);
      if (href) {
        const link = make("a");
        link.href = `../${href}`;
        link.append(told);
        dd.append(link);
      } else dd.append(told);
      box.append(make("dt", words), dd);
      return box;
    }));
  };
  const turn = (table, place) => {
    for (const [id, other] of [["before", table.hands[place - 1]], ["after", table.hands[place + 1]]]) {
      if (!other) continue;
      by(id).href = linkOf(other);
      by(id).removeAttribute("aria-disabled");
    }
    const of = `${(place + 1).toLocaleString("en-US")} of ${table.hands.length.toLocaleString("en-US")}`;
    say(table.whole ? `Hand ${of} at this table today.` : `Hand ${of} with a finding at this table; the other hands are not in these pages.`);
  };
  const found = (hand) => {
    if (!hand.found) return;
    by("found").hidden = false;
    by("found-list").append(...hand.found.map(([code, severity, message]) => {
      const li = make("li");
      li.append(make("span", code, `sev sev-${severity}`), " ", make("bdi", message));
      return li;
    }));
    if (hand.page) by("found-page").href = `../hands/${hand.page}`;
    else by("found-page").parentElement.hidden = true;
  };
  const log = (strip) => {
    const wrong = new Set(strip.wrong);
    let list = null, street = null;
    strip.events.forEach((event, i) => {
      if (strip.streets[i] !== street) {
        street = strip.streets[i];
        list = make("ol");
        list.start = event + 1;
        by("log").append(make("h3", street), list);
      }
      const li = make("li", undefined, wrong.has(event) ? "wrong" : "");
      li.dataset.event = String(event);
      const button = make("button", undefined, "step");
      button.type = "button";
      button.append(make("bdi", strip.words[i]));
      li.append(button);
      list.append(li);
    });
    if (!strip.events.length) by("log").append(make("p", "The log of this hand has no step.", "lead"));
  };
  const others = (table, place) => {
    const section = make("section", undefined, "block");
    const title = make("h2", "All hands of this table");
    title.id = "others-title";
    section.setAttribute("aria-labelledby", title.id);
    const list = make("ul", undefined, "hand-list");
    list.append(...table.hands.map((hand, i) => {
      const li = make("li");
      const link = make("a");
      link.href = linkOf(hand);
      link.append(make("bdi", hand.hand));
      if (i === place) link.setAttribute("aria-current", "page");
      li.append(link, " ", make("span", hand.at, "quiet"));
      for (const [code, severity] of hand.found || []) li.append(" ", make("span", code, `sev sev-${severity}`));
      return li;
    }));
    section.append(title, list);
    by("replay").after(section);
  };
  const show = (table) => {
    const wanted = asked.get("hand");
    const place = wanted === null ? 0 : table.hands.findIndex((hand) => hand.hand === wanted);
    if (place < 0) return say(`Table ${table.table} has no hand ${wanted} in these pages.`);
    const hand = table.hands[place];
    const strip = {
      ...hand,
      seats: Object.fromEntries(Object.entries(hand.seats).map(([seat, player]) => [seat, table.players[player]])),
      words: hand.words.map((word) => table.words[word]),
      streets: spread(hand.streets).map((street) => table.streets[street]),
      events: hand.events || hand.words.map((_, i) => i),
    };
    head(table, hand);
    turn(table, place);
    found(hand);
    by("replay").hidden = false;
    log(strip);
    others(table, place);
    by("reel").textContent = JSON.stringify(strip);
    const replayer = make("script");
    replayer.src = "../assets/hand.js";
    document.head.append(replayer);
    return undefined;
  };

  if (!key) return;
  if (!/^[a-z0-9-]+$/.test(key)) {
    say("The address names no table of this day.");
    return;
  }
  window.oddchipTable = show;
  const file = make("script");
  file.src = `${key}.js`;
  file.addEventListener("error", () => say("This table is not in the pages of this day."));
  say("Reading the table…");
  document.head.append(file);
})();
