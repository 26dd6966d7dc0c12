/** Cards that fly from where they lay to where they go. Transform and opacity only; nothing flies where motion is unwelcome. */
import { calm, settings, type Pace } from "../settings.svelte";
import type { Line } from "../api";
import { elements } from "./elements";
import type { Table } from "./table.svelte";

const TIME = 240;
/** A rival's card is lifted first, so that one sees which it is. */
const RIVAL: Record<Pace, number> = { calm: 900, brisk: 520, atonce: 240, isay: 900 };
const flying = new Set<HTMLElement>();

function centre(element: Element): { x: number; y: number; width: number; height: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height };
}

/** Fly a likeness of a card from one element to another; where it cannot fly, the target flashes once. */
function fly(from: Element | null, to: Element | null, rival: boolean): void {
  if (!to) return;
  if (calm() || !from || document.hidden) {
    if (calm()) to.animate([{ outline: "3px solid var(--mustard)" }, { outline: "3px solid transparent" }], { duration: 600 });
    return;
  }
  const [start, end] = [centre(from), centre(to)];
  const card = (from.querySelector(".card") ?? from).cloneNode(true) as HTMLElement;
  Object.assign(card.style, {
    position: "fixed", left: `${start.x - start.width / 2}px`, top: `${start.y - start.height / 2}px`,
    width: `${start.width}px`, height: `${start.height}px`, zIndex: "40", pointerEvents: "none", willChange: "transform, opacity",
  });
  card.setAttribute("aria-hidden", "true");
  document.body.append(card);
  flying.add(card);
  const shrink = Math.min(1, end.height / start.height, end.width / start.width);
  const flight = card.animate(
    [
      { transform: "none", opacity: 1 },
      ...(rival ? [{ transform: "translateY(-8px) scale(1.12)", opacity: 1, offset: 0.2 }, { transform: "translateY(-8px) scale(1.12)", opacity: 1, offset: 0.5 }] : []),
      { transform: `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(${shrink}) rotate(-4deg)`, opacity: 0.85 },
    ],
    { duration: rival ? RIVAL[settings.pace] : TIME, easing: "ease-out" },
  );
  const land = () => {
    card.remove();
    flying.delete(card);
  };
  flight.finished.then(land, land);
}

/** Nothing flies on over what is shown next. */
export function landAll(): void {
  for (const card of flying) card.remove();
  flying.clear();
}

/** The cards that a line of the log moved: from market or deck to a hand. */
export function flyCards(line: Line, { seat: own, view }: Pick<Table, "seat" | "view">): void {
  for (const event of line.events) {
    if ((event.kind !== "took" && event.kind !== "drew") || event.seat === null) continue;
    const { seat, card = "" } = event;
    // The view still shows the market as it was.
    const slot = event.kind === "drew" ? "deck" : (view?.market.indexOf(card) ?? 0);
    fly(elements.slot(slot), line.seat === own ? (elements.stack(card) ?? elements.hand()) : elements.seat(seat), line.seat !== own);
  }
}
