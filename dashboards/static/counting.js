// What a change between two spans says: the same answers as `dashboards/pages/fair_comparison.py` gives, number by number.
"use strict";
window.oddchipCounting = (() => {
  const PARTS = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  // The logarithm of the gamma function (Lanczos), for numbers of 1 and more.
  const logGamma = (x) => {
    const z = x - 1;
    const sum = PARTS.reduce((all, part, i) => (i ? all + part / (z + i) : part), 0);
    const t = z + 7.5;
    return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
  };
  const mass = (k, n, p) => Math.exp(
    logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p),
  );
  // The chance of `k` or more of `n` where each falls here with the chance `p`. Each tail is added up from its own side.
  const atLeast = (k, n, p) => {
    if (k <= 0) return 1;
    if (k > n || p <= 0) return 0;
    if (p >= 1) return 1;
    if (k > n * p) {
      let all = 0;
      for (let i = k, one = mass(k, n, p); i <= n && one > all * 1e-17; i += 1) {
        all += one;
        one *= ((n - i) / (i + 1)) * (p / (1 - p));
      }
      return Math.min(1, all);
    }
    let below = 0;
    for (let i = k - 1, one = mass(k - 1, n, p); i >= 0 && one > below * 1e-17; i -= 1) {
      below += one;
      one *= (i / (n - i + 1)) * ((1 - p) / p);
    }
    return Math.max(0, 1 - below);
  };
  // (findings, expected) before and since: null where there are too few to say, else which way and how likely by chance.
  const change = (before, since, least) => {
    const total = before[0] + since[0];
    if (!total || before[1] <= 0 || since[1] <= 0) return null;
    const share = since[1] / (before[1] + since[1]);
    if (Math.min(total * share, total * (1 - share)) < least) return null;
    const higher = atLeast(since[0], total, share);
    const lower = atLeast(before[0], total, 1 - share);
    return higher <= lower ? { way: "higher", chance: Math.min(1, 2 * higher) } : { way: "lower", chance: Math.min(1, 2 * lower) };
  };
  // Benjamini–Hochberg: each chance corrected for the number of tests.
  const corrected = (chances) => {
    const order = chances.map((_, i) => i).sort((a, b) => chances[b] - chances[a]);
    const out = new Array(chances.length);
    let least = 1;
    order.forEach((at, i) => {
      least = Math.min(least, (chances[at] * chances.length) / (chances.length - i));
      out[at] = least;
    });
    return out;
  };
  return { atLeast, change, corrected };
})();
