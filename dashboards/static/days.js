// The gaming day before and after this one: known to the site over all days, which calls `oddchipDays` with its list.
"use strict";
window.oddchipDays = (days) => {
  const nav = document.getElementById("days");
  if (!nav) return;
  const { day, page, root } = nav.dataset;
  const lead = (link, found) => {
    if (!found) return;
    const [date, whole] = found;
    link.querySelector(".nowrap").textContent = date;
    // A folder of a former version may lack a page: its Night is always there.
    link.href = `${root}/../${date}/${whole ? page : "index.html"}`;
    link.hidden = false;
  };
  lead(document.getElementById("day-before"), days.findLast(([date]) => date < day));
  lead(document.getElementById("day-after"), days.find(([date]) => date > day));
};
