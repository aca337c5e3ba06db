// A player's day: seats and tables, the stack hand by hand, and what was wrongly won and lost and from whom. The index of the
// search says where the player sat; the files of those tables say with how much. ?player=NAME says who.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const make = (tag, text, name) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const who = new URLSearchParams(location.search).get("player");
  if (who === null) return;
  const say = (text) => { by("told").textContent = text; };
  const amount = (cents, chips) => {
    const size = Math.abs(cents), rest = size % 100;
    const said = `${Math.floor(size / 100).toLocaleString("en-US")}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
    return (cents < 0 ? "−" : "") + (chips ? `${said} ${size === 100 ? "chip" : "chips"}` : `$${said}`);
  };
  const clock = (s) => (s === null ? "" : [s / 3600, s / 60, s].map((n, i) => String(Math.floor(n) % (i ? 60 : 24)).padStart(2, "0")).join(":"));
  const count = (n, noun) => `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
  const link = (href, words) => {
    const a = make("a");
    a.href = href;
    a.append(make("bdi", words));
    return a;
  };
  const panel = (key, title, sentence, ...parts) => {
    const figure = make("figure", undefined, "panel wide");
    figure.id = `fig-${key}`;
    const caption = make("figcaption");
    caption.append(make("h2", title), make("p", sentence));
    figure.append(caption, ...parts);
    return figure;
  };
  const table = (title, heads, rows) => {
    const scroll = make("div", undefined, "scroll"), data = make("table", undefined, "data");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", `${title}, as a table`);
    const head = make("tr"), body = make("tbody");
    for (const [words, right] of heads) {
      const th = make("th", words, right ? "right" : "");
      th.scope = "col";
      head.append(th);
    }
    for (const cells of rows) {
      const tr = make("tr");
      cells.forEach((cell, i) => {
        const td = make("td", undefined, heads[i][1] ? "right" : typeof cell === "string" && cell.length > 26 ? "long" : "short");
        td.append(typeof cell === "string" ? make("bdi", cell) : cell);
        tr.append(td);
      });
      body.append(tr);
    }
    const thead = make("thead");
    thead.append(head);
    data.append(make("caption", title, "unseen"), thead, body);
    scroll.append(data);
    return scroll;
  };
  const handLink = (index, hand) => {
    const h = index.hands;
    return link(`hand.html?${new URLSearchParams({ table: index.tables[h.table[hand]][1], hand: h.name[hand] })}`, h.name[hand]);
  };

  // ---- seats and stacks ------------------------------------------------------------------------------------------------
  const seatOf = (seats, player) => {
    for (let k = 1; k < seats.length; k += 2) if (seats[k] === player) return seats[k - 1];
    return null;
  };
  const sat = (index, player) => index.hands.seats
    .map((seats, hand) => ({ hand, seat: seatOf(seats, player) }))
    .filter((one) => one.seat !== null)
    .sort((a, b) => (index.hands.from[a.hand] ?? 0) - (index.hands.from[b.hand] ?? 0) || a.hand - b.hand);
  const stays = (index, played) => {
    const out = [];
    for (const one of played) {
      const last = out[out.length - 1];
      const where = index.hands.table[one.hand];
      if (last && last.table === where && last.seat === one.seat) last.hands.push(one);
      else out.push({ table: where, seat: one.seat, hands: [one] });
    }
    return out;
  };
  const withStacks = (index, played, files) => {
    const known = new Map();
    for (const [key, file] of files) for (const hand of file.hands) known.set(`${key} ${hand.hand}`, hand);
    for (const one of played) {
      const film = known.get(`${index.tables[index.hands.table[one.hand]][1]} ${index.hands.name[one.hand]}`);
      one.chips = film ? film.sign === "" : false;
      one.before = one.after = null;
      if (!film || !film.opening || !film.opening.seats[one.seat]) continue;
      one.before = one.after = film.opening.seats[one.seat][0];
      for (const step of film.steps) if (step.seats && step.seats[one.seat]) one.after = step.seats[one.seat][0];
    }
  };
  const drawing = (played) => {
    const known = played.filter((one) => one.before !== null);
    if (!known.length) return make("p", "No stack of this player is known.", "quiet");
    const values = [...known.map((one) => one.before), known[known.length - 1].after];
    const top = Math.max(...values, 1);
    const NS = "http" + "://www.w3.org/2000/svg";
    const svg = document.createElementNS(NS, "svg"), path = document.createElementNS(NS, "path");
    svg.setAttribute("viewBox", "0 0 1000 100");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("class", "stack-line");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `The stack hand by hand, from ${amount(values[0], known[0].chips)} to ${amount(values[values.length - 1], known[0].chips)}; the numbers are in the table below.`);
    const step = 1000 / Math.max(1, values.length - 1);
    path.setAttribute("d", values.map((v, i) => `${i ? "L" : "M"}${(i * step).toFixed(1)} ${(98 - (96 * v) / top).toFixed(1)}`).join(""));
    svg.append(path);
    return svg;
  };

  // ---- money -----------------------------------------------------------------------------------------------------------
  const party = (index, player) => (player === -2 ? "the house" : player >= 0 ? index.players[player] : "a seat not listed");
  const partyCell = (index, player) => (player >= 0 ? link(`player.html?${new URLSearchParams({ player: index.players[player] })}`, index.players[player]) : party(index, player));
  const moves = (index, player) => {
    const f = index.findings;
    return f.code.map((_, i) => i).filter((i) => [f.player[i], f.by[i], f.to[i]].includes(player));
  };
  const sums = (index, found, field, player) => {
    const f = index.findings;
    const of = (column) => found.filter((i) => f[field][i] === player).reduce((n, i) => n + f[column][i], 0);
    const [cents, chips] = [of("cents"), of("chips")];
    return [...(cents || !chips ? [amount(cents, false)] : []), ...(chips ? [amount(chips, true)] : [])].join(" and ");
  };
  const moneyRow = (index, i, player) => {
    const f = index.findings;
    const cents = f.cents[i] || f.chips[i], chips = !f.cents[i] && f.chips[i] > 0;
    const lost = f.by[i] === player, won = f.to[i] === player;
    return [
      f.time[i], f.page[i] ? link(`../${f.page[i]}`, f.code[i]) : f.code[i], f.message[i] || f.title[i],
      cents && (lost || won) ? amount(cents, chips) : "–",
      lost ? "lost to" : won ? "received from" : "–", lost ? partyCell(index, f.to[i]) : won ? partyCell(index, f.by[i]) : "–",
    ];
  };

  const show = (index, player, played, files) => {
    withStacks(index, played, files);
    const found = moves(index, player);
    const places = stays(index, played);
    const h = index.hands;
    const stayRows = places.map(({ table: t, seat, hands }) => {
      const first = hands[0], last = hands[hands.length - 1];
      const page = index.tables[t][2];
      const name = `Table ${index.tables[t][0]}`;
      return [
        page ? link(`../${page}`, name) : name, `Seat ${seat}`, clock(h.from[first.hand]), clock(h.to[last.hand]), hands.length.toLocaleString("en-US"),
        first.before === null ? "–" : amount(first.before, first.chips), last.after === null ? "–" : amount(last.after, last.chips),
      ];
    });
    const handRows = played.map((one) => [
      clock(h.from[one.hand]), index.tables[h.table[one.hand]][0], `Seat ${one.seat}`, handLink(index, one.hand),
      one.before === null ? "–" : amount(one.before, one.chips), one.before === null ? "–" : (one.after > one.before ? "+" : "") + amount(one.after - one.before, one.chips),
    ]);
    by("trail").replaceChildren(
      panel("wrong", "Money wrongly won and lost", found.length ? `Lost ${sums(index, found, "by", player)}, received ${sums(index, found, "to", player)}, by ${count(found.length, "finding")}.` : "No finding of this day is about this player.",
        ...(found.length ? [table("Money wrongly won and lost", [["Time"], ["Code"], ["What"], ["Amount", true], ["Which way"], ["Whom"]], found.map((i) => moneyRow(index, i, player)))] : [])),
      panel("stays", "Seats and tables", `${count(places.length, "stay")} in the order of the day.`,
        table("Seats and tables", [["Table"], ["Seat"], ["From"], ["To"], ["Hands", true], ["Stack at first", true], ["Stack at last", true]], stayRows)),
      panel("stack", "The stack, hand by hand", "What the player had in front at the start of each hand, and after the last one. Chips that were bought or taken away between hands show as a step.",
        drawing(played), table("The stack, hand by hand", [["Time"], ["Table"], ["Seat"], ["Hand"], ["Stack", true], ["In the hand", true]], handRows)),
    );
    say(`${count(played.length, index.whole ? "hand" : "hand with a finding")} at ${count(new Set(places.map((p) => p.table)).size, "table")} on ${index.day}.`);
  };

  by("title").textContent = who;
  say("Reading the day…");
  window.oddchipWithIndex((index) => {
    const player = index.players.indexOf(who);
    if (player < 0) return say("No player of this name is in the pages of this day.");
    const played = sat(index, player);
    const keys = [...new Set(played.map((one) => index.tables[index.hands.table[one.hand]][1]))];
    const files = new Map();
    const done = () => { if (files.size === keys.length) show(index, player, played, files); };
    window.oddchipTable = (data) => {
      files.set(data.key, data);
      done();
    };
    for (const key of keys) {
      const file = make("script");
      file.src = `${key}.js`;
      file.addEventListener("error", () => say(`The file of a table (${key}) is missing; publish the day again.`));
      document.head.append(file);
    }
    done();
    return undefined;
  });
})();
