// A span of days beside the one before it. The days come from `spans.js`, which calls `oddchipSpans`; the address keeps the
// choice (#from=…&to=…&room=…). Text enters the page as text only.
"use strict";
window.oddchipSpans = (data) => {
  const form = document.getElementById("chooser");
  if (!form) return;
  const rules = JSON.parse(document.getElementById("rules-data").textContent);
  const by = (id) => document.getElementById(id);
  const MARK = "†", DAY = 86400000;
  const days = data.days;
  const rooms = [...new Set(days.flatMap((one) => one.rooms.map((room) => room.room)))].sort();
  const ms = (day) => Date.parse(`${day}T00:00:00Z`);
  const on = (at) => new Date(at).toISOString().slice(0, 10);
  const last = days.length ? days[days.length - 1].day : "";
  const state = { room: "", from: "", to: "" };

  // ---- words ------------------------------------------------------------------------------------------------------------
  const whole = (n) => n.toLocaleString("en-US");
  const amount = (cents) => `$${whole(Math.floor(cents / 100))}${cents % 100 ? "." + String(cents % 100).padStart(2, "0") : ""}`;
  const chips = (cents) => (cents ? `${whole(cents / 100)} chips` : "–");
  const rate = (n, hands, places = 2) => (hands ? ((1000 * n) / hands).toFixed(places) : "–");
  const share = (part, of) => {
    if (!of) return "–";
    const tenths = Math.floor((part * 1000) / of);
    return part && !tenths ? "under 0.1 %" : `${tenths % 10 ? (tenths / 10).toFixed(1) : tenths / 10} %`;
  };

  // ---- adding up --------------------------------------------------------------------------------------------------------
  const add = (into, key, numbers) => {
    const sums = into.get(key) || numbers.map(() => 0);
    numbers.forEach((n, i) => { sums[i] += n; });
    into.set(key, sums);
  };
  const gathered = (from, to) => {
    const sum = {
      hands: 0, findings: 0, judged: [0, 0], days: 0, dealt: 0, absent: [], lacks: [], money: rules.money.map(() => 0),
      codes: new Map(), tables: new Map(), games: new Map(), dealers: new Map(),
    };
    const there = new Set();
    for (const one of days) {
      if (one.day < from || one.day > to) continue;
      there.add(one.day);
      let hands = 0;
      for (const row of one.rooms) {
        if (state.room && row.room !== state.room) continue;
        hands += row.hands;
        sum.judged = sum.judged.map((n, i) => n + row.judged[i]);
        row.money.forEach((n, i) => { sum.money[i] += n; });
        for (const [code, n, ...money] of row.codes) {
          add(sum.codes, code, [n, ...money]);
          sum.findings += n;
        }
        for (const [table, ...numbers] of row.tables) add(sum.tables, table, numbers);
        for (const [game, ...numbers] of row.games) add(sum.games, game, numbers);
        for (const [dealer, found, games] of row.dealers) {
          const own = sum.dealers.get(dealer) || { found: 0, hands: 0, games: new Map() };
          own.found += found;
          for (const [game, n] of games) {
            own.hands += n;
            own.games.set(game, (own.games.get(game) || 0) + n);
          }
          sum.dealers.set(dealer, own);
        }
        if (row.absent) sum.absent.push(one.day);
        for (const words of row.lacks) sum.lacks.push([one.day, rooms.length > 1 ? `${row.room}: ${words}` : words]);
      }
      sum.hands += hands;
      sum.dealt += hands ? 1 : 0;
    }
    for (let at = ms(from); at <= ms(to); at += DAY) {
      sum.days += 1;
      if (!there.has(on(at))) sum.lacks.push([on(at), "no pages of this day"]);
    }
    sum.sign = sum.lacks.some(([, words]) => words !== "no pages of this day") ? MARK : "";
    return sum;
  };

  // ---- drawing ----------------------------------------------------------------------------------------------------------
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const link = (words, href) => {
    const a = make("a");
    a.href = href;
    a.append(make("bdi", "", words));
    return a;
  };
  const cell = (content, kind) => {
    const td = make("td", kind);
    td.append(typeof content === "string" ? make("bdi", "", content) : content);
    return td;
  };
  const panel = (key, title, sentence, columns, rows) => {
    const figure = make("figure", "panel wide");
    figure.id = `fig-${key}`;
    const caption = make("figcaption");
    caption.append(make("h2", "", title), make("p", "", sentence));
    const box = make("div", "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `${title}, as a table`);
    const table = make("table", "data");
    table.id = `table-${key}`;
    table.append(make("caption", "unseen", title));
    const head = make("tr");
    columns.forEach(([words, right]) => {
      const th = make("th", right ? "right" : "", words);
      th.scope = "col";
      head.append(th);
    });
    const thead = make("thead");
    thead.append(head);
    const body = make("tbody");
    for (const row of rows) {
      const tr = make("tr", row.tone || "");
      row.cells.forEach((content, i) => tr.append(cell(content, columns[i][1] ? "right" : i ? "short" : "long")));
      body.append(tr);
    }
    table.append(thead, body);
    box.append(table);
    figure.append(caption, box);
    return figure;
  };
  const tile = (title, big, lines) => {
    const box = make("div", "tile");
    const list = make("ul", "plain");
    for (const [words, value] of lines) {
      const item = make("li");
      item.append(make("span", "", words), " ", make("span", "num", value));
      list.append(item);
    }
    box.append(make("h2", "", title), make("p", "big", big), list);
    return box;
  };

  // ---- what a change says: all tests of the page are corrected together ---------------------------------------------------
  const judged = (list, now, old) => {
    const tests = list.map((one) => oddchipCounting.change(one.before, one.since, rules.least));
    const made = tests.flatMap((test, i) => (test ? [i] : []));
    const fair = oddchipCounting.corrected(made.map((i) => tests[i].chance));
    const alone = !now.hands || !old.hands;
    list.forEach((one, i) => { one.change = tests[i] ? "no change beyond chance" : alone ? "nothing to compare with" : "too few to say"; });
    made.forEach((i, place) => { if (fair[place] <= rules.level) list[i].change = tests[i].way; });
    return made.length;
  };
  const tone = (change) => (change === "higher" ? "went-up" : change === "lower" ? "went-down" : "");
  const COUNTED = (what) => [[what, false], ["Findings", true], ["Per 1,000", true], ["Before", true], ["Per 1,000", true]];
  const told = (list) => {
    const marked = list.filter((one) => tone(one.change)).length;
    return marked ? `${whole(marked)} changed beyond chance.` : "None changed beyond chance.";
  };

  const update = () => {
    const length = Math.round((ms(state.to) - ms(state.from)) / DAY) + 1;
    const before = { from: on(ms(state.from) - length * DAY), to: on(ms(state.from) - DAY) };
    const now = gathered(state.from, state.to), old = gathered(before.from, before.to);
    const latest = days.findLast((one) => one.day <= state.to) || days[days.length - 1];
    const page = (file) => `${latest.day}/${file}`;
    const put = (text, sum) => (text === "–" ? text : text + sum.sign);

    const codes = [...new Set([...now.codes.keys(), ...old.codes.keys()])].map((code) => {
      const a = now.codes.get(code) || [0, 0, 0], b = old.codes.get(code) || [0, 0, 0];
      return { code, a, b, before: [b[0], old.hands / 1000], since: [a[0], now.hands / 1000] };
    });
    // The room's rate in each game over both spans makes the expected findings of each dealer, as on the Dealers page.
    const rates = new Map();
    for (const sum of [now, old]) for (const [game, numbers] of sum.games) add(rates, game, numbers);
    const due = (own) => (own ? [...own.games].reduce((all, [game, n]) => all + (n * rates.get(game)[1]) / (rates.get(game)[0] || 1), 0) : 0);
    const dealers = [...new Set([...now.dealers.keys(), ...old.dealers.keys()])].map((dealer) => {
      const a = now.dealers.get(dealer), b = old.dealers.get(dealer);
      return { dealer, a, b, before: [b ? b.found : 0, due(b)], since: [a ? a.found : 0, due(a)] };
    });
    const tables = [...new Set([...now.tables.keys(), ...old.tables.keys()])].map((table) => {
      const a = now.tables.get(table) || [0, 0, 0, 0], b = old.tables.get(table) || [0, 0, 0, 0];
      return { table, a, b, before: [b[1], b[0] / 1000], since: [a[1], a[0] / 1000] };
    });
    const room = { before: [old.findings, old.hands / 1000], since: [now.findings, now.hands / 1000] };
    const made = judged([room, ...codes, ...dealers, ...tables], now, old);

    by("spans-said").textContent = `${state.from} to ${state.to}, beside ${before.from} to ${before.to}. ${whole(made)} comparisons were tested.`;
    const both = [...old.lacks, ...now.lacks];
    by("marks-said").hidden = !both.some(([, words]) => words !== "no pages of this day");
    by("marks-said").textContent = `${MARK} Not everything came on some of these days. Numbers with this mark are over what came.`;
    const sums = (sum) => [sum.judged[0], sum.judged[0] + sum.judged[1]];
    by("tiles").replaceChildren(
      tile("Findings per 1,000 hands", put(rate(now.findings, now.hands, 1), now), [
        ["the span before", put(rate(old.findings, old.hands, 1), old)], ["findings", put(whole(now.findings), now)], ["change", room.change],
      ]),
      tile("Money moved wrongly", put(amount(now.money[0]), now), [["the span before", put(amount(old.money[0]), old)]]),
      tile("Hands", put(whole(now.hands), now), [["the span before", put(whole(old.hands), old)], ["days with hands", `${whole(now.dealt)} of ${whole(now.days)}`], ["before", `${whole(old.dealt)} of ${whole(old.days)}`]]),
      tile("Coverage", put(share(...sums(now)), now), [["the span before", put(share(...sums(old)), old)]]),
    );

    const counts = (one) => [put(whole(one.since[0]), now), put(rate(one.since[0], one.n), now), put(whole(one.before[0]), old), put(rate(one.before[0], one.m), old)];
    const some = codes.some((one) => one.a[2] || one.b[2]);
    const size = (one) => -Math.abs(one.since[0] - one.before[0]);
    codes.sort((a, b) => b.since[0] - a.since[0] || b.before[0] - a.before[0] || a.code - b.code);
    dealers.sort((a, b) => size(a) - size(b) || a.dealer - b.dealer);
    tables.sort((a, b) => size(a) - size(b) || a.table - b.table);
    const code = (one) => {
      const [name, title] = data.codes[one.code];
      return {
        tone: tone(one.change),
        cells: [
          link(title ? `${name} ${title}` : name, page(`rules.html#${name}`)), ...counts({ ...one, n: now.hands, m: old.hands }),
          put(amount(one.a[1]), now), put(amount(one.b[1]), old), ...(some ? [put(chips(one.a[2]), now), put(chips(one.b[2]), old)] : []), one.change,
        ],
      };
    };
    const money = rules.money.map(([key, words], i) => {
      const say = key === "moved_chips_cents" ? chips : amount;
      const per = (sum) => (sum.hands ? say(Math.round((1000 * sum.money[i]) / sum.hands / 100) * 100) : "–");
      return { cells: [words, put(say(now.money[i]), now), put(per(now), now), put(say(old.money[i]), old), put(per(old), old)], empty: key === "moved_chips_cents" && !now.money[i] && !old.money[i] };
    });
    by("changes").replaceChildren(
      panel("codes", "Codes", `${whole(codes.length)} codes with findings. ${told(codes)}`,
        [...COUNTED("Check"), ["Money", true], ["Before", true], ...(some ? [["Chips", true], ["Before", true]] : []), ["Change", false]], codes.map(code)),
      panel("dealers", "Dealers", `${whole(dealers.length)} dealers. ${told(dealers)} Only findings that count in the comparison of dealers; the largest differences first.`,
        [["Dealer", false], ["Hands", true], ...COUNTED("").slice(1), ["Hands before", true], ["Change", false]],
        dealers.map((one) => {
          const [n, m] = [one.a ? one.a.hands : 0, one.b ? one.b.hands : 0];
          const [name, file] = data.dealers[one.dealer];
          return { tone: tone(one.change), cells: [one.a ? link(name, lastOf(one.dealer, "dealers", file)) : name, put(whole(n), now), ...counts({ ...one, n, m }), put(whole(m), old), one.change] };
        })),
      panel("tables", "Tables", `${whole(tables.length)} tables. ${told(tables)} The largest differences first.`,
        [["Table", false], ["Hands", true], ...COUNTED("").slice(1), ["Money", true], ["Before", true], ["Change", false]],
        tables.map((one) => ({
          tone: tone(one.change),
          cells: [data.tables[one.table][1], put(whole(one.a[0]), now), ...counts({ ...one, n: one.a[0], m: one.b[0] }), put(amount(one.a[2]), now), put(amount(one.b[2]), old), one.change],
        }))),
      panel("money", "Money", "What moved wrongly, and the rake. Of amounts no test is made.",
        [["What", false], ["This span", true], ["Per 1,000 hands", true], ["Before", true], ["Per 1,000 hands", true]], money.filter((one) => !one.empty)),
    );
    document.querySelectorAll("#changes table.data").forEach(window.oddchipTables.enhance);
    const note = by("not-whole");
    const same = new Map();
    for (const [day, words] of both) same.set(words, [...(same.get(words) || []), day]);
    note.replaceChildren(...[...same].map(([words, on]) => {
      const line = make("p", "quiet");
      line.append(make("bdi", "", `${words === "no pages of this day" ? "" : `${MARK} `}${[...new Set(on)].sort().join(", ")}: ${words}.`));
      return line;
    }));
    note.hidden = !both.length;
  };
  // A dealer's page stands in the folder of the last day of the span on which the dealer dealt.
  const lastOf = (place, field, file) => {
    const found = days.findLast((one) => one.day <= state.to && one.rooms.some((row) => row[field].some(([own]) => own === place)));
    return `${found.day}/${file}`;
  };

  // ---- hands on -----------------------------------------------------------------------------------------------------------
  const date = (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text || "") && !Number.isNaN(ms(text)) ? text : "");
  const read = () => {
    const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
    state.room = rooms.includes(parts.get("room")) ? parts.get("room") : "";
    state.to = date(parts.get("to")) || last;
    state.from = date(parts.get("from")) || on(ms(state.to) - 6 * DAY);
    if (state.from > state.to) [state.from, state.to] = [state.to, state.from];
  };
  const show = () => {
    if (form.elements.room) form.elements.room.value = state.room;
    form.elements.from.value = state.from;
    form.elements.to.value = state.to;
    update();
  };
  const choose = (more) => {
    const next = { ...state, ...more };
    const parts = new URLSearchParams({ from: next.from || state.from, to: next.to || state.to, ...(next.room ? { room: next.room } : {}) });
    try {
      history.replaceState(null, "", `#${parts}`);
    } catch {
      location.replace(`#${parts}`);
    }
    read();
    show();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => choose({ [event.target.name]: event.target.value }));
  form.addEventListener("click", (event) => {
    const n = event.target.dataset.days;
    if (n !== undefined) choose({ from: on(ms(last) - (Number(n) - 1) * DAY), to: last });
  });
  window.addEventListener("hashchange", () => {
    read();
    show();
  });
  form.hidden = false;
  read();
  show();
};
