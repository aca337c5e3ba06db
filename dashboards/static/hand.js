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
  by("back").href = `../findings.html${from ? "#" + from : ""}`;
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
    return `${cents < 0 ? "−" : ""}${reel.sign}${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
  };
  const make = (name, text, tag = "div") => {
    const element = document.createElement(tag);
    element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const card = (text, small, up) => {
    const suit = text[1];
    const name = `pc${small ? " small" : ""}${up ? " up" : ""}`;
    if (text === "??") return up ? make(name, "?") : make(`${name} down`);
    const face = text === "Jk" ? "Jk" : (text[0] === "T" ? "10" : text[0]) + (SUITS[suit] || "");
    return make(`${name}${suit === "h" || suit === "d" ? " red" : ""}`, face);
  };
  const cards = (text, small, ups = "") => (text.match(/../g) || []).map((c, i) => card(c, small, ups[i] === "1"));
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
      const pots = make("pots");
      picture.pots.forEach((p, i) => pots.append(make("pot-pill", `${i ? "side " + i : "main"} ${money(p)}`, "span"), " "));
      centre.append(pots);
    }
    if (picture.slide) centre.append(make("slide-sum", `to the slide ${money(picture.slide)}`));
    const bank = make("dealer-mark", "dealer");
    if (picture.seats[0] && picture.seats[0][3]) {
      const held = make("hole");
      held.append(...cards(picture.seats[0][3], true, picture.seats[0][4]));
      bank.append(held);
    }
    parts.push(centre, bank);
    for (let seat = 1; seat <= reel.places; seat += 1) {
      const state = picture.seats[seat];
      if (!state) {
        parts.push(put(make("seat empty", `${seat}`), spot(seat, rx, ry)));
        continue;
      }
      const [stack, bet, how, held, ups, gone] = state;
      const out = how === "folded" || how === "mucked" || how === "away";
      const box = make(`seat${out ? " out" : ""}${about === seat ? " acting" : ""}${about === seat && bad ? " bad" : ""}`);
      const who = make("who", undefined, "span");
      who.append(make("n", `${seat} `, "span"), make("", reel.seats[seat] || "?", "bdi"));
      const hole = make("hole");
      if (how === "folded" || how === "mucked") hole.append(make("state", STATES[how], "span"));
      else if (how === "away") hole.append(make("state", STATES.away, "span"));
      else hole.append(...cards(held, true, ups));
      if (held.length > 8) hole.classList.add("many");
      box.append(who, make("stack", money(stack) + (how === "allin" ? " all in" : "")), hole);
      if (gone && !out) box.append(make("gone", `${gone.length / 2} thrown away`));
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
  const street = (way) => {
    // The first step of the street after this one, or of this one, or of the one before.
    const name = (i) => reel.streets[i - 1] || "";
    let step = now;
    if (way > 0) {
      while (step < last && name(step + 1) === name(now)) step += 1;
      return Math.min(last, step + 1);
    }
    step -= 1;
    while (step > 1 && name(step - 1) === name(step)) step -= 1;
    return Math.max(0, step);
  };
  let playing = 0;
  const pause = () => {
    clearInterval(playing);
    playing = 0;
    by("play").textContent = "Play";
  };
  const play = () => {
    if (playing) return pause();
    if (now === last) go(0);
    by("play").textContent = "Pause";
    playing = setInterval(() => {
      go(now + 1);
      if (now === last) pause();
    }, 700);
    return undefined;
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
  by("play").addEventListener("click", play);
  by("to-wrong").hidden = by("wrong-key").hidden = !wrongSteps.length;
  slider.addEventListener("input", () => go(Number(slider.value)));
  items.forEach((li, event) => li.querySelector(".step").addEventListener("click", () => go(stepOf(event))));
  document.querySelectorAll(".go").forEach((button) => button.addEventListener("click", () => {
    go(stepOf(button.dataset.event));
    by("replay-title").scrollIntoView({ block: "start" });
  }));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "p") play();
    const other = { j: "after", k: "before" }[event.key];
    if (other && by(other).hasAttribute("href")) location.href = by(other).href;
    const move = {
      ArrowLeft: () => now - 1, ArrowRight: () => now + 1, "[": () => street(-1), "]": () => street(1),
      Home: () => 0, End: () => last, w: nextWrong,
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
  let before = 0;
  window.addEventListener("beforeprint", () => { // paper shows the table at the wrong step, or where none is wrong at the end
    before = now;
    go(wrongSteps[0] || last, true);
  });
  window.addEventListener("afterprint", () => go(before, true));
  const asked = address.get("step");
  go(asked !== null && /^\d+$/.test(asked) ? Number(asked) : wrongSteps[0] || 0, true);
})();
