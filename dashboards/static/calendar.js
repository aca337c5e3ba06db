// The calendar of gaming days: a room and a range are chosen, the address keeps both. Without this script every day is shown.
"use strict";
(() => {
  const form = document.getElementById("chooser");
  if (!form) return;
  const data = JSON.parse(document.getElementById("calendar-data").textContent);
  const days = Object.keys(data.days).sort();
  const field = (name) => form.elements[name];
  const whole = (n) => n.toLocaleString("en-US");
  const money = (cents) => `$${whole(Math.floor(cents / 100))}${cents % 100 ? "." + String(cents % 100).padStart(2, "0") : ""}`;
  const asked = () => new URLSearchParams(location.hash.replace(/^#/, ""));
  const date = (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text || "") ? text : "");
  const state = { room: "", from: "", to: "" };

  const read = () => {
    const parts = asked();
    state.room = data.rooms.includes(parts.get("room")) ? parts.get("room") : "";
    state.from = date(parts.get("from"));
    state.to = date(parts.get("to"));
  };
  const write = () => {
    const parts = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
    try {
      history.replaceState(null, "", String(parts) ? `#${parts}` : location.pathname + location.search);
    } catch {
      location.replace(`#${parts}`);
    }
  };
  const within = (day) => (!state.from || day >= state.from) && (!state.to || day <= state.to);
  const put = (square, told) => {
    square.className = told ? `answer-${told.state}` : "";
    const link = square.querySelector("a");
    const [, findings] = told ? told.sums : [0, 0];
    link.querySelector(".day-n").textContent = `${Number(square.dataset.day.slice(8))}${told && told.part ? data.mark : ""}`;
    link.querySelector(".day-found").textContent = !told ? "?" : told.absent ? "–" : whole(findings);
    link.querySelector(".day-money").textContent = told && !told.absent ? told.square : "";
    const said = `${square.dataset.day}: ${told ? told.said : "nothing of this room"}`;
    link.setAttribute("aria-label", said);
    link.title = said;
  };
  const sums = (chosen) => {
    const told = chosen.map((day) => data.days[day][state.room]).filter(Boolean);
    const [hands, findings, errors, procedures, notices, cents, chips] =
      told.reduce((all, one) => all.map((n, i) => n + one.sums[i]), [0, 0, 0, 0, 0, 0, 0]);
    const sign = told.some((one) => one.part) ? data.mark : "";
    const absent = told.filter((one) => one.absent).length;
    const said = [
      `${whole(chosen.length)} of ${whole(days.length)} days`,
      `${whole(hands)}${sign} hands`,
      `${whole(findings)}${sign} findings (${whole(errors)} errors, ${whole(procedures)} of procedure, ${whole(notices)} notices)`,
      `${money(cents)}${sign} moved wrongly`,
      ...(chips ? [`${whole(chips / 100)} chips moved wrongly`] : []),
      ...(absent ? [`${whole(absent)} did not come`] : []),
    ];
    return `${said.join(" · ")}.`;
  };
  const update = () => {
    if (field("room")) field("room").value = state.room;
    field("from").value = state.from;
    field("to").value = state.to;
    for (const row of document.querySelectorAll("#table-all-days tbody tr")) {
      const told = data.days[row.dataset.day][state.room];
      row.classList.toggle("out", !within(row.dataset.day));
      for (const cell of row.querySelectorAll("[data-key]")) {
        cell.firstElementChild.textContent = told ? told.cells[cell.dataset.key] : "–";
      }
    }
    for (const square of document.querySelectorAll(".month td[data-day]")) {
      put(square, data.days[square.dataset.day][state.room]);
      square.classList.toggle("outside", !within(square.dataset.day));
    }
    const chosen = days.filter(within);
    const said = document.getElementById("range-said");
    said.replaceChildren(sums(chosen));
    if (chosen.length) {
      const link = document.createElement("a");
      const span = { from: chosen[0], to: chosen[chosen.length - 1], ...(state.room ? { room: state.room } : {}) };
      link.href = `changes.html#${new URLSearchParams(span)}`;
      link.textContent = "What changed in these days";
      said.append(" ", link);
    }
    document.dispatchEvent(new CustomEvent("oddchip-rows"));
  };
  const choose = (more) => {
    Object.assign(state, more);
    write();
    update();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => choose({ [event.target.name]: event.target.value }));
  form.addEventListener("click", (event) => {
    const n = event.target.dataset.days;
    if (n === undefined) return;
    choose(n === "0" ? { from: "", to: "" } : { from: back(days[days.length - 1], Number(n) - 1), to: days[days.length - 1] });
  });
  const back = (day, n) => new Date(Date.parse(`${day}T00:00:00Z`) - n * 86400000).toISOString().slice(0, 10);
  window.addEventListener("hashchange", () => {
    read();
    update();
  });
  form.hidden = false;
  read();
  update();
})();
