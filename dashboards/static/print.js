// Before a page goes to paper whatever is folded opens and colors are those of paper; afterwards all is as it was.
"use strict";
(() => {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    document.documentElement.classList.add("printing");
    opened.push(...document.querySelectorAll("details:not([open])"));
    for (const one of opened) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    document.documentElement.classList.remove("printing");
    for (const one of opened) one.open = false;
    opened = [];
  });
})();
