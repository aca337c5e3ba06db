// Zooms the timeline of a table: by minutes around the middle of what is shown, and from finding to finding.
"use strict";
(() => {
  const spec = JSON.parse(document.getElementById("figure-data").textContent).timeline;
  const box = document.getElementById("plot-timeline");
  // Times are the room's own and carry no zone: they are counted as if they were UTC.
  const MINUTE = 60000;
  const ms = (text) => Date.parse(`${text.replace(" ", "T").slice(0, 23)}${text.length > 10 ? "Z" : ""}`);
  const text = (at) => new Date(at).toISOString().slice(0, -1);
  const times = (traces) => traces.flatMap((trace) => trace.x).filter(Boolean).map(ms).sort((a, b) => a - b);
  const lane = spec.layout.yaxis.tickvals[spec.layout.yaxis.ticktext.indexOf("Findings")];
  const hands = times(spec.data.filter((trace) => trace.name === "hands"));
  const findings = times(spec.data.filter((trace) => trace.type === "scatter" && trace.y[0] === lane));
  const show = (middle, minutes) => {
    const half = (minutes * MINUTE) / 2;
    Plotly.relayout(box, { "xaxis.range": [text(middle - half), text(middle + half)] });
  };
  const nearest = (moments, to) =>
    moments.reduce((best, at) => (Math.abs(at - to) < Math.abs(best - to) ? at : best), moments[0]);
  document.getElementById("zoom").addEventListener("click", (event) => {
    const { minutes, finding } = event.target.dataset;
    if (!box.dataset.drawn || (!minutes && !finding)) return;
    if (minutes === "0") {
      Plotly.relayout(box, { "xaxis.autorange": true });
      return;
    }
    const [from, to] = box._fullLayout.xaxis.range.map(ms);
    const middle = (from + to) / 2;
    if (minutes) {
      // Where nothing was dealt there is nothing to see: then the nearest hand.
      const near = hands.length ? nearest(hands, middle) : middle;
      show(Math.abs(near - middle) > (minutes * MINUTE) / 2 ? near : middle, Number(minutes));
    } else if (findings.length) {
      const whole = to - from > 300 * MINUTE;
      const later = findings.find((at) => whole || at > middle + 500);
      const before = findings.findLast((at) => whole || at < middle - 500);
      const next = finding === "1" ? later ?? findings[0] : before ?? findings[findings.length - 1];
      show(next, whole ? 10 : (to - from) / MINUTE);
    }
  });
})();
