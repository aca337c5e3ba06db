// The search box of every page. The index of the day is a script that is loaded when the box is first used; it holds what
// the pages show. Every word that is typed has to fit: a hand, a player, a dealer, a table, a time, a card, an amount, or
// a word of a finding. Text from the feeds enters only as text.
"use strict";
(() => {
  const form = document.getElementById("find");
  if (!form) return;
  const box = form.elements.find, panel = document.getElementById("find-results");
  const root = form.dataset.root;
  const MOST = 8;
  const HOUSE = -2;
  const wanted = []; // who else on the page asked for the index
  let index = null, waiting = null;

  const make = (tag, text, name) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const money = (cents, sign = "$") => {
    const rest = cents % 100;
    return `${sign}${Math.floor(cents / 100).toLocaleString("en-US")}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const moved = (i) => {
    const { cents, chips } = index.findings;
    return cents[i] ? money(cents[i]) : chips[i] ? `${money(chips[i], "")} ${chips[i] === 100 ? "chip" : "chips"}` : "";
  };
  const count = (n, noun) => `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
  const clock = (s) => (s === null ? "" : [(s / 3600) % 24, (s / 60) % 60].map((n) => String(Math.floor(n)).padStart(2, "0")).join(":"));

  // ---- what a typed word can be ---------------------------------------------------------------------------------------
  const RANKS = "23456789TJQKA", SUITS = "cdhs";
  const cardsOf = (word) => {
    const marks = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
    const plain = word.replace(/10/g, "T").replace(/[♣♦♥♠]/g, (m) => marks[m]);
    if (!/^([2-9TJQKA][cdhs])+$/i.test(plain)) return null;
    return plain.match(/../g).map((c) => RANKS.indexOf(c[0].toUpperCase()) * 4 + SUITS.indexOf(c[1].toLowerCase()));
  };
  const wordOf = (raw) => {
    const text = raw.toLowerCase();
    const time = /^(\d{1,2}):(\d{2})$/.exec(text);
    const amount = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?$/.exec(text);
    return {
      text,
      cards: cardsOf(raw),
      minute: time ? Number(time[1]) * 3600 + Number(time[2]) * 60 : null,
      cents: amount ? Number(amount[1].replaceAll(",", "")) * 100 + Number(amount[2] || 0) : null,
      money: text.startsWith("$"),
    };
  };
  const holds = (mask, card) => (parseInt(mask[12 - (card >> 2)], 16) >> (card & 3)) & 1;
  const lower = (list) => list.map((word) => word.toLowerCase());

  const prepare = (data) => {
    const { hands, findings, tables, dealers, players } = data;
    const found = {
      names: lower(hands.name), tables: lower(tables.map((t) => t[0])), dealers: lower(dealers.map((d) => d[0])),
      players: lower(players), messages: findings.message.map((m, i) => `${findings.code[i]} ${findings.title[i]} ${m}`.toLowerCase()),
      ofHand: new Map(), lost: new Map(), won: new Map(), played: new Map(),
    };
    findings.hand.forEach((hand, i) => {
      if (hand >= 0) found.ofHand.set(hand, [...(found.ofHand.get(hand) || []), i]);
      const add = (map, player) => player >= 0 && findings.cents[i] && map.set(player, (map.get(player) || 0) + findings.cents[i]);
      add(found.lost, findings.by[i]);
      add(found.won, findings.to[i]);
    });
    for (const seats of hands.seats) {
      for (let k = 1; k < seats.length; k += 2) found.played.set(seats[k], (found.played.get(seats[k]) || 0) + 1);
    }
    return found;
  };
  let ready = null;

  const handFits = (hand, word, players, dealers) => {
    const h = index.hands;
    if (word.minute !== null) {
      if (h.from[hand] === null) return false;
      const length = Math.max(0, (h.to[hand] ?? h.from[hand]) - h.from[hand]);
      // Seconds from the hand's start to the end of the minute asked for, round the clock.
      const since = (((word.minute + 59 - h.from[hand]) % 86400) + 86400) % 86400;
      return since < length + 60;
    }
    if (word.cards && word.cards.every((card) => holds(h.cards[hand], card))) return true;
    if (word.cents !== null && h.amounts[hand].includes(word.cents)) return true;
    if (word.money) return false;
    if (ready.names[hand].startsWith(word.text) || ready.tables[h.table[hand]] === word.text) return true;
    if (dealers.has(h.dealer[hand])) return true;
    for (let k = 1; k < h.seats[hand].length; k += 2) if (players.has(h.seats[hand][k])) return true;
    return false;
  };
  const findingFits = (i, word, players, dealers) => {
    const f = index.findings;
    if (word.cents !== null && (f.cents[i] === word.cents || f.chips[i] === word.cents)) return true;
    if (word.money) return ready.messages[i].includes(word.text);
    if ([f.player[i], f.by[i], f.to[i]].some((player) => players.has(player)) || dealers.has(f.dealer[i])) return true;
    if (f.table[i] >= 0 && ready.tables[f.table[i]] === word.text) return true;
    if (word.minute !== null) return f.time[i].startsWith(word.text.padStart(5, "0"));
    if (f.hand[i] >= 0 && ready.names[f.hand[i]].startsWith(word.text)) return true;
    return ready.messages[i].includes(word.text);
  };
  const placesOf = (list, test) => new Set(list.flatMap((word, i) => (test(word, i) ? [i] : [])));

  const search = (text) => {
    const words = text.trim().split(/\s+/).filter(Boolean).map(wordOf);
    if (!words.length) return null;
    const per = words.map((word) => ({
      word,
      players: placesOf(ready.players, (name, i) => name.includes(word.text) && (word.text.length > 2 || name === word.text)
        || (word.cents !== null && (ready.lost.get(i) === word.cents || ready.won.get(i) === word.cents))),
      dealers: placesOf(ready.dealers, (name) => !word.money && name.split(/[\s,]+/).some((part) => part.startsWith(word.text))),
    }));
    const all = (n, fits) => Array.from({ length: n }, (_, i) => i).filter((i) => per.every((p) => fits(i, p.word, p.players, p.dealers)));
    const hands = all(index.hands.name.length, handFits);
    const findings = all(index.findings.code.length, findingFits);
    const players = [...ready.players.keys()].filter((i) => per.every((p) => p.players.has(i)));
    if (words.length === 1 && words[0].cents !== null) {
      // An amount: whoever paid or received it in a finding.
      const parties = findings.flatMap((i) => [index.findings.by[i], index.findings.to[i]]).filter((p) => p >= 0);
      players.push(...[...new Set(parties)].filter((p) => !players.includes(p)));
    }
    players.sort((a, b) => (ready.lost.get(b) || 0) - (ready.lost.get(a) || 0) || a - b);
    findings.sort((a, b) => index.findings.cents[b] - index.findings.cents[a] || a - b);
    const dealers = [...ready.dealers.keys()].filter((i) => per.every((p) => p.dealers.has(i)));
    const tables = words.length === 1 ? [...ready.tables.keys()].filter((i) => ready.tables[i] === words[0].text) : [];
    const exact = hands.filter((i) => ready.names[i] === text.trim().toLowerCase());
    const rest = exact.length ? hands.filter((i) => !exact.includes(i)) : hands;
    return { exact, players, dealers, tables, findings, hands: rest };
  };

  // ---- what is shown ---------------------------------------------------------------------------------------------------
  const line = (href, words, more) => {
    const li = make("li");
    const name = make("bdi", words);
    if (href) {
      const link = make("a");
      link.href = `${root}/${href}`;
      link.append(name);
      li.append(link);
    } else li.append(name);
    if (more) li.append(" ", make("span", more, "quiet"));
    return li;
  };
  const handLink = (i) => {
    const h = index.hands;
    return `replay/hand.html?${new URLSearchParams({ table: index.tables[h.table[i]][1], hand: h.name[i] })}`;
  };
  const handLine = (i) => {
    const h = index.hands;
    const found = (ready.ofHand.get(i) || []).map((f) => index.findings.code[f]);
    const told = [`table ${index.tables[h.table[i]][0]}, ${clock(h.from[i])}`, ...(found.length ? [found.join(" ")] : [])];
    return line(h.page[i] ? `hands/${h.page[i]}` : handLink(i), h.name[i], told.join(", "));
  };
  const party = (player) => (player === HOUSE ? "the house" : player >= 0 ? index.players[player] : "a seat not listed");
  const findingLine = (i) => {
    const f = index.findings;
    const sum = moved(i);
    const who = f.by[i] !== -1 && f.to[i] !== -1 ? ` from ${party(f.by[i])} to ${party(f.to[i])}` : "";
    const where = f.hand[i] >= 0 ? `hand ${index.hands.name[f.hand[i]]}` : f.table[i] >= 0 ? `table ${index.tables[f.table[i]][0]}` : "";
    return line(f.page[i], `${f.code[i]}: ${f.message[i] || f.title[i]}`, [where, f.time[i], sum && `${sum}${who}`].filter(Boolean).join(", "));
  };
  const playerLine = (i) => {
    const told = [count(ready.played.get(i) || 0, index.whole ? "hand" : "hand with a finding").replace("findings", "finding")];
    if (ready.lost.get(i)) told.push(`lost ${money(ready.lost.get(i))} wrongly`);
    if (ready.won.get(i)) told.push(`received ${money(ready.won.get(i))} wrongly`);
    return line(`replay/player.html?${new URLSearchParams({ player: index.players[i] })}`, index.players[i], told.join(", "));
  };
  const GROUPS = [
    ["exact", "Hand", handLine], ["players", "Players", playerLine],
    ["dealers", "Dealers", (i) => line(index.dealers[i][1], index.dealers[i][0])],
    ["tables", "Tables", (i) => line(index.tables[i][2], `Table ${index.tables[i][0]}`)],
    ["findings", "Findings", findingLine], ["hands", "Hands", handLine],
  ];
  const show = () => {
    const found = search(box.value);
    panel.hidden = !found;
    if (!found) return;
    const parts = [];
    for (const [key, title, lineOf] of GROUPS) {
      if (!found[key].length) continue;
      const list = make("ul");
      list.append(...found[key].slice(0, MOST).map(lineOf));
      if (found[key].length > MOST) list.append(make("li", `and ${(found[key].length - MOST).toLocaleString("en-US")} more; type more to narrow them`, "quiet"));
      parts.push(make("h2", title), list);
    }
    const total = GROUPS.reduce((n, [key]) => n + found[key].length, 0);
    const status = make("p", total ? `${total.toLocaleString("en-US")} found on ${index.day}.` : `Nothing on ${index.day} fits “${box.value.trim()}”.`, "quiet");
    status.setAttribute("role", "status");
    if (!index.whole) status.append(" Only hands with a finding are in these pages.");
    panel.replaceChildren(status, ...parts);
  };
  const load = () => {
    if (index || waiting) return;
    waiting = make("script");
    waiting.src = `${root}/replay/search.js`;
    window.oddchipIndex = (data) => {
      index = data;
      ready = prepare(data);
      show();
      wanted.splice(0).forEach((use) => use(index));
    };
    waiting.addEventListener("error", () => {
      panel.hidden = false;
      panel.replaceChildren(make("p", "The index of this day is missing; publish the day again."));
    });
    document.head.append(waiting);
  };

  window.oddchipWithIndex = (use) => {
    if (index) return use(index);
    wanted.push(use);
    return load();
  };

  // ---- hands on --------------------------------------------------------------------------------------------------------
  const close = () => { panel.hidden = true; };
  box.addEventListener("focus", load);
  box.addEventListener("input", () => {
    load();
    if (index) show();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = panel.querySelector("a");
    if (first && !panel.hidden) location.href = first.href;
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.defaultPrevented && !document.getElementById("facets")) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && !panel.hidden) {
      close();
      box.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !panel.hidden) {
      const links = [...panel.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (at < 0 && document.activeElement !== box) return;
      event.preventDefault();
      (links[at + (event.key === "ArrowDown" ? 1 : -1)] || box).focus();
    }
  });
  // The replayer and other pages have keys of their own: while the search has the focus they are not meant.
  for (const part of [box, panel]) {
    part.addEventListener("keydown", (event) => {
      if (!["Escape", "ArrowDown", "ArrowUp", "Tab"].includes(event.key)) event.stopPropagation();
    });
  }
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target) && !panel.contains(event.target)) close();
  });
})();
