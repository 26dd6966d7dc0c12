// Before the first paint: the theme that was chosen, or the system's. A file of its own, since the page allows no inline script.
(() => {
  const chosen = localStorage.getItem("theme");
  const night = chosen ? chosen === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = night ? "night" : "day";
})();
