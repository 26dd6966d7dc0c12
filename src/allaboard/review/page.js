"use strict";
const data = JSON.parse(document.getElementById("moments").textContent);
const all = (query, root = document) => [...root.querySelectorAll(query)];
let now = data.begin;
function show(n) {
  now = Math.max(1, Math.min(data.steps.length, n));
  const step = data.steps[now - 1];
  for (const piece of all("[data-piece]")) piece.style.display = data.claims[piece.dataset.piece] < now ? "" : "none";
  for (const hint of all("[data-hint]")) hint.style.display = Number(hint.dataset.hint) === now ? "" : "none";
  document.getElementById("turn").textContent = step.turn ? `Turn ${step.turn}` : "Set-up";
  document.getElementById("sentence").textContent = step.words;
  step.chances.forEach((chance, seat) => { document.getElementById(`chance${seat}`).textContent = chance; });
  for (const graph of all(".graph")) {
    const { left, right, last } = graph.dataset;
    const x = Number(left) + ((Number(right) - Number(left)) * (now - 1)) / Number(last);
    graph.querySelector(".handle").setAttribute("transform", `translate(${x} 0)`);
  }
  for (const one of all("[data-n]")) one.classList.toggle("on", Number(one.dataset.n) === now);
}
function pick(seat) {
  document.getElementById("chosen").textContent =
    `.for${seat}{display:block}.flag.of${seat}{display:inline!important}.line.g${seat}{stroke-width:4!important}.band.of${seat}{opacity:.2!important}`;
}
for (const graph of all(".graph")) {
  const to = (event) => {
    const box = graph.getBoundingClientRect();
    const { left, right, width, last } = graph.dataset;
    const x = ((event.clientX - box.left) / box.width) * Number(width);
    show(1 + Math.round(((x - Number(left)) / (Number(right) - Number(left))) * Number(last)));
  };
  graph.addEventListener("pointerdown", (event) => { if (!event.target.closest("[data-n]")) to(event); });
  graph.addEventListener("pointermove", (event) => { if (event.buttons) to(event); });
}
for (const one of all("[data-n]")) one.addEventListener("click", (event) => { event.preventDefault(); show(Number(one.dataset.n)); });
for (const input of all(".pick input")) input.addEventListener("change", () => pick(input.value));
const marks = data.marks;
const step = (way) => show(way < 0 ? marks.filter((n) => n < now).pop() ?? now : marks.find((n) => n > now) ?? now);
document.getElementById("previous").addEventListener("click", () => step(-1));
document.getElementById("next").addEventListener("click", () => step(1));
addEventListener("keydown", (event) => {
  if (event.target.closest("input,summary")) return;
  if (event.key === "ArrowLeft") show(now - 1);
  if (event.key === "ArrowRight") show(now + 1);
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
});
show(now);
