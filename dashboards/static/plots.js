// Draws the figures of a page. Plotly is large: it is fetched from beside the page only after the page itself has been
// painted. Colours are names of the style sheet, so that one page serves light, dark and print.
"use strict";
(() => {
  const specs = JSON.parse(document.getElementById("figure-data").textContent);
  const plots = [...document.querySelectorAll("[data-figure]")];
  if (!plots.length) return;
  const shared = document.currentScript.dataset.plotly;
  const PAPER = 690; // pixels between the margins of Letter; A4 is a little narrower, and print.css keeps a chart inside
  const printing = () => document.documentElement.classList.contains("printing");
  const narrow = () => !printing() && window.innerWidth < 620;
  const drawn = new Set();

  const resolved = (value, styles) => {
    if (typeof value === "string") {
      return value.startsWith("var(--") ? styles.getPropertyValue(value.slice(4, -1)).trim() : value;
    }
    if (Array.isArray(value)) return value.map((v) => resolved(v, styles));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolved(v, styles)]));
    }
    return value;
  };
  const merged = (base, over) => {
    const out = { ...base };
    for (const [key, value] of Object.entries(over || {})) {
      const both = value && typeof value === "object" && !Array.isArray(value) && base[key];
      out[key] = both ? merged(base[key], value) : value;
    }
    return out;
  };
  // Every mark names the place of its rows: a page with its choice behind the #, or rows of a table of this page.
  const clicked = (event) => {
    const way = event.points[0].customdata;
    if (typeof way === "string" && way) location.href = way;
  };
  const draw = (box) => {
    const spec = specs[box.dataset.figure];
    const styles = getComputedStyle(document.documentElement);
    const fitting = narrow() ? merged(spec.layout, spec.narrow) : spec.layout;
    const layout = printing() ? { ...fitting, width: PAPER, autosize: false } : fitting;
    box.style.height = `${layout.height}px`;
    const first = !drawn.has(box);
    drawn.add(box);
    const config = { displayModeBar: false, responsive: true, doubleClick: false, scrollZoom: Boolean(spec.zoom) };
    Plotly.react(box, resolved(spec.data, styles), resolved(layout, styles), config).then(() => {
      box.dataset.drawn = "yes";
    });
    if (first) {
      box.classList.add("clickable");
      box.on("plotly_click", clicked);
    }
  };
  const redraw = () => drawn.forEach(draw);
  const begin = () => {
    // What is far down is drawn when it comes near.
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          near.unobserve(entry.target);
          draw(entry.target);
        }
      }
    }, { rootMargin: "600px" });
    plots.forEach((box) => near.observe(box));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    let wasNarrow = narrow();
    window.addEventListener("resize", () => {
      if (narrow() !== wasNarrow) {
        wasNarrow = narrow();
        redraw();
      }
    });
    window.addEventListener("beforeprint", () => {
      document.documentElement.classList.add("printing");
      plots.forEach(draw);
    });
    window.addEventListener("afterprint", () => {
      document.documentElement.classList.remove("printing");
      redraw();
    });
  };
  const fetchPlotly = () => {
    const script = document.createElement("script");
    script.src = shared;
    script.addEventListener("load", begin);
    document.head.append(script);
  };
  requestAnimationFrame(() => setTimeout(fetchPlotly, 0));
})();
