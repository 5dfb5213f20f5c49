"use strict";
// Steps through the plays of each deal: what every seat still holds, and the value of each legal card.
for (const deal of document.querySelectorAll(".deal")) {
  const box = deal.querySelector(".table");
  const { names, side, over, taken, plays } = JSON.parse(box.querySelector("script").textContent);
  if (!plays.length) continue;
  const bar = box.querySelector(".bar");
  const slider = bar.querySelector("input");
  const now = box.querySelector(".now");
  bar.hidden = now.hidden = false;

  const held = new Map();
  box.querySelectorAll(".seat .card").forEach((card) => {
    const cell = document.createElement("span");
    const value = document.createElement("small");
    card.replaceWith(cell);
    cell.append(card, value);
    held.set(card.title, { cell, value });
  });

  const show = (ply) => {
    const play = plays[ply];
    const trick = play ? play.trick : taken;
    const past = new Map(plays.slice(0, ply).map((earlier) => [earlier.card, earlier.trick]));
    for (const [card, { cell, value }] of held) {
      const kind = past.has(card) ? (past.get(card) === trick ? "down" : "gone")
        : play && card === play.card ? "played"
        : play && card in play.values ? "legal" : "idle";
      const worth = play && (kind === "played" || kind === "legal") ? play.values[card] : null;
      cell.className = "held " + kind;
      value.textContent = worth ?? "";
      value.className = worth !== null && worth === play.best ? "best" : "";
    }
    now.textContent = play ? sentence(play) : ending(plays[ply - 1].after ?? "not finished");
    for (const mark of deal.querySelectorAll("[data-ply]")) {
      mark.classList.toggle("here", Number(mark.dataset.ply) === ply);
    }
    slider.value = ply;
  };

  const sentence = (play) => {
    const leader = names[plays.find((other) => other.trick === play.trick).seat];
    const cost = play.cost ? `, which costs ${play.cost}` : "";
    return `Trick ${play.trick + 1}, led by ${leader}: ${names[play.seat]} plays ${play.card}${cost}. ` +
      `Under each card he may play, the points of ${side}.`;
  };

  const ending = (value) => over ? `The deal is over: ${side} ${value}.`
    : `The record stops here. With best play from now on, ${side} ${value}.`;

  const step = (by) => show(Math.min(plays.length, Math.max(0, Number(slider.value) + by)));
  slider.addEventListener("input", () => step(0));
  bar.querySelector(".back").addEventListener("click", () => step(-1));
  bar.querySelector(".on").addEventListener("click", () => step(1));
  deal.querySelectorAll("[data-ply]").forEach((mark) => {
    mark.addEventListener("click", () => show(Number(mark.dataset.ply)));
  });
  show(0);
}
