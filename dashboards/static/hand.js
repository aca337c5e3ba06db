// The page of a flagged hand: the film of the table, step by step, beside the log. The pictures come ready from the page;
// this only puts changes on top of one another and draws. Text from the feeds enters only as text.
"use strict";
(() => {
  const reel = JSON.parse(document.getElementById("reel").textContent);
  const by = (id) => document.getElementById(id);

  // ---- links that keep the filter ------------------------------------------------------------------------------------
  const address = new URLSearchParams(location.hash.replace(/^#/, ""));
  const from = address.get("from") || "";
  const kept = from ? `#from=${encodeURIComponent(from)}` : "";
  by("back").href = `../index.html#${from || "findings"}`;
  const here = decodeURIComponent(location.pathname.split("/").pop());
  let order = null;
  try {
    order = JSON.parse(sessionStorage.getItem("oddchip-order"));
  } catch { /* no storage: the order of the day is in the page */ }
  const place = Array.isArray(order) && from ? order.indexOf(here) : -1;
  for (const [id, step] of [["before", -1], ["after", 1]]) {
    const link = by(id);
    if (place >= 0) {
      const other = order[place + step];
      if (other && /^[a-z0-9-]+\.html$/.test(other)) {
        link.setAttribute("href", other);
        link.removeAttribute("aria-disabled");
      } else {
        link.removeAttribute("href");
        link.setAttribute("aria-disabled", "true");
      }
    }
    if (link.hasAttribute("href")) link.setAttribute("href", link.getAttribute("href") + kept);
  }
  if (!reel.steps.length) return;

  // ---- pictures ------------------------------------------------------------------------------------------------------
  const pictures = [reel.opening];
  for (const change of reel.steps) {
    const last = pictures[pictures.length - 1];
    pictures.push({ ...last, ...change, seats: { ...last.seats, ...(change.seats || {}) } });
  }
  const money = (cents) => {
    const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
    const rest = Math.abs(cents) % 100;
    return `${cents < 0 ? "−" : ""}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const make = (name, text, tag = "div") => {
    const element = document.createElement(tag);
    element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const card = (text, small) => {
    const suit = text[1];
    if (text === "??") return make(`pc down${small ? " small" : ""}`);
    const face = text === "Jk" ? "Jk" : (text[0] === "T" ? "10" : text[0]) + (SUITS[suit] || "");
    return make(`pc${suit === "h" || suit === "d" ? " red" : ""}${small ? " small" : ""}`, face);
  };
  const cards = (text, small) => (text.match(/../g) || []).map((c) => card(c, small));
  // Seat 1 sits at the dealer's left; the dealer sits at the top, so the seats run clockwise from there.
  const spot = (seat, rx, ry) => {
    const angle = (seat / (reel.places + 1)) * 2 * Math.PI;
    return [50 + rx * Math.sin(angle), 50 - ry * Math.cos(angle)];
  };
  const put = (element, [x, y]) => {
    element.style.left = `${x}%`;
    element.style.top = `${y}%`;
    return element;
  };
  const oval = by("oval");
  const slider = by("slider");
  const saying = by("saying");
  const items = new Map([...document.querySelectorAll("#log li[data-event]")].map((li) => [Number(li.dataset.event), li]));
  const STATES = { folded: "folded", mucked: "mucked", allin: "all in", away: "away", unlisted: "not listed" };
  const last = pictures.length - 1;
  const wrong = new Set(reel.wrong);
  const wrongSteps = reel.events.map((e, i) => [e, i + 1]).filter(([e]) => wrong.has(e)).map(([, i]) => i);
  let now = 0;

  const draw = () => {
    const small = window.innerWidth <= 560;
    const [rx, ry] = small ? [39, 42] : [43, 40];
    const picture = pictures[now];
    const bad = now > 0 && wrong.has(reel.events[now - 1]);
    const about = now > 0 ? reel.about[now - 1] : null;
    const parts = [make("felt")];
    const centre = make("centre");
    centre.append(make("street", now ? reel.streets[now - 1] : "Before the first step"));
    picture.boards.forEach((text) => {
      const board = make("board");
      board.append(...cards(text, false));
      centre.append(board);
    });
    if (!picture.boards.length) centre.append(make("board"));
    centre.append(make("pot", `Pot ${money(picture.pot)}`));
    if (picture.pots.length > 1) {
      centre.append(make("pots", picture.pots.map((p, i) => `${i ? "side " + i : "main"} ${money(p)}`).join(" · ")));
    }
    if (picture.slide) centre.append(make("slide-sum", `to the slide ${money(picture.slide)}`));
    parts.push(centre, make("dealer-mark", "dealer"));
    for (let seat = 1; seat <= reel.places; seat += 1) {
      const state = picture.seats[seat];
      if (!state) {
        parts.push(put(make("seat empty", `${seat}`), spot(seat, rx, ry)));
        continue;
      }
      const [stack, bet, how, held] = state;
      const out = how === "folded" || how === "mucked" || how === "away";
      const box = make(`seat${out ? " out" : ""}${about === seat ? " acting" : ""}${about === seat && bad ? " bad" : ""}`);
      const who = make("who", undefined, "span");
      who.append(make("n", `${seat} `, "span"), make("", reel.seats[seat] || "?", "bdi"));
      const hole = make("hole");
      if (how === "folded" || how === "mucked") hole.append(make("state", STATES[how], "span"));
      else if (how === "away") hole.append(make("state", STATES.away, "span"));
      else hole.append(...cards(held, true));
      box.append(who, make("stack", money(stack) + (how === "allin" ? " all in" : "")), hole);
      parts.push(put(box, spot(seat, rx, ry)));
      if (bet) parts.push(put(make("bet", money(bet)), spot(seat, rx * 0.6, ry * 0.56)));
    }
    if (reel.button) parts.push(put(make("button-mark", "D"), spot(reel.button + 0.36, rx * 0.74, ry * 0.68)));
    oval.replaceChildren(...parts);

    saying.classList.toggle("bad", bad);
    saying.replaceChildren(make("", now ? `${reel.events[now - 1] + 1}. ${reel.words[now - 1]}` : "The hand before its first step.", "bdi"));
    if (bad) {
      const li = items.get(reel.events[now - 1]);
      for (const mark of li ? li.querySelectorAll(".mark-wrong") : []) {
        saying.append(document.createElement("br"), make("", mark.textContent.replace(/\s+/g, " ").trim(), "b"));
      }
    }
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", now ? `step ${now} of ${last}: ${reel.words[now - 1]}` : "before the first step");
    by("back-one").disabled = by("to-start").disabled = now === 0;
    by("on-one").disabled = by("to-end").disabled = now === last;
    reel.events.forEach((event, i) => {
      const li = items.get(event);
      if (!li) return;
      li.classList.toggle("now", i + 1 === now);
      li.classList.toggle("later", i + 1 > now);
      if (i + 1 === now) li.setAttribute("aria-current", "step");
      else li.removeAttribute("aria-current");
    });
  };
  const keepInView = () => {
    const li = now ? items.get(reel.events[now - 1]) : null;
    const log = by("log");
    if (log.scrollHeight <= log.clientHeight) return;
    const top = li ? li.offsetTop - log.clientHeight / 3 : 0;
    log.scrollTop = Math.max(0, top);
  };
  const go = (step, quiet) => {
    now = Math.max(0, Math.min(last, step));
    draw();
    keepInView();
    if (quiet) return;
    const parts = new URLSearchParams();
    if (from) parts.set("from", from);
    parts.set("step", String(now));
    try {
      history.replaceState(null, "", `#${parts}`);
    } catch { /* some browsers refuse this for pages from a disk; the step is then not in the address */ }
  };
  const stepOf = (event) => reel.events.indexOf(Number(event)) + 1;
  const nextWrong = () => wrongSteps.find((s) => s > now) || wrongSteps[0] || now;

  by("stage").hidden = false;
  slider.max = String(last);
  by("to-start").addEventListener("click", () => go(0));
  by("back-one").addEventListener("click", () => go(now - 1));
  by("on-one").addEventListener("click", () => go(now + 1));
  by("to-end").addEventListener("click", () => go(last));
  by("to-wrong").addEventListener("click", () => go(nextWrong()));
  by("to-wrong").hidden = by("wrong-key").hidden = !wrongSteps.length;
  slider.addEventListener("input", () => go(Number(slider.value)));
  items.forEach((li, event) => li.querySelector(".step").addEventListener("click", () => go(stepOf(event))));
  document.querySelectorAll(".go").forEach((button) => button.addEventListener("click", () => {
    go(stepOf(button.dataset.event));
    by("replay-title").scrollIntoView({ block: "start" });
  }));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = {
      ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 0, End: () => last, w: nextWrong,
    }[event.key];
    if (move) {
      event.preventDefault();
      go(move());
    }
  });
  window.addEventListener("resize", () => {
    draw();
    keepInView();
  });
  const asked = address.get("step");
  go(asked !== null && /^\d+$/.test(asked) ? Number(asked) : wrongSteps[0] || 0, true);
})();
