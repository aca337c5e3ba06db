// Tables that can be put in order by any column, with the mouse and with keys.
"use strict";
(() => {
  const collator = new Intl.Collator("en", { numeric: true });
  const figure = (text) => {
    const plain = text.replace(/[$,%†\s]/g, "").replace("−", "-").replace(/^about/, "");
    return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
  };
  for (const table of document.querySelectorAll("table.data")) {
    const heads = [...table.querySelectorAll("thead th")];
    const body = table.tBodies[0];
    if (body.rows.length < 2) continue;
    heads.forEach((th, column) => {
      if (body.rows[0].cells[column].querySelector("svg")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = th.getAttribute("aria-sort") === "ascending" || (!th.hasAttribute("aria-sort") && th.classList.contains("right"));
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...body.rows].map((row, order) => {
          const text = row.cells[column].textContent.trim();
          return { row, order, text, value: figure(text) };
        });
        rows.sort((a, b) => {
          if (a.value !== null && b.value !== null) return (down ? b.value - a.value : a.value - b.value) || a.order - b.order;
          if (a.value !== null || b.value !== null) return a.value !== null ? -1 : 1;
          return (down ? -1 : 1) * collator.compare(a.text, b.text) || a.order - b.order;
        });
        body.append(...rows.map((r) => r.row));
      });
    });
  }
})();
