/* The timeline of a table: the page carries the figure as JSON, colours are taken from the style sheet. */
"use strict";
(function () {
  const place = document.getElementById("timeline");
  const source = document.getElementById("timeline-data");
  const styles = getComputedStyle(document.documentElement);
  function resolved(value) {
    if (typeof value === "string") {
      return value.startsWith("var(--") ? styles.getPropertyValue(value.slice(4, -1)).trim() : value;
    }
    if (Array.isArray(value)) return value.map(resolved);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item)]));
    }
    return value;
  }
  const spec = JSON.parse(source.textContent);
  window.Plotly.newPlot(place, resolved(spec.data), resolved(spec.layout), {
    responsive: true, displaylogo: false, scrollZoom: true, modeBarButtonsToRemove: ["select2d", "lasso2d"],
  });
})();
