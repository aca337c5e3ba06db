// Finds checks by any of their words.
"use strict";
(() => {
  const form = document.getElementById("rule-search");
  const input = form.elements.q;
  const cards = [...document.querySelectorAll(".rule-card")].map((card) => ({ card, words: card.textContent.toLowerCase() }));
  const families = [...document.querySelectorAll(".family")];
  const update = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { card, words: text } of cards) {
      card.hidden = !words.every((w) => text.includes(w));
      n += card.hidden ? 0 : 1;
    }
    for (const family of families) family.hidden = !family.querySelector(".rule-card:not([hidden])");
    document.getElementById("rule-count").textContent = words.length ? `${n} of ${cards.length} checks` : "";
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", update);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
})();
