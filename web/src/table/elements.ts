/** The few elements that others look up on the page, by the data attributes that they carry. */

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);

export const elements = {
  /** A place of the market, or the deck. */
  slot: (slot: number | "deck") => find(`[data-slot="${slot}"]`),
  stack: (card: string) => find(`[data-stack="${CSS.escape(card)}"]`),
  hand: () => find("[data-stack]"),
  seat: (seat: number) => find(`[data-seat="${seat}"]`),
  route: (name: string) => find<SVGGElement>(`[data-route="${CSS.escape(name)}"]`),
  /** The places at both ends of a route or a ticket. */
  ends: ({ a, b }: { a: string; b: string }) => [a, b].flatMap((place) => find(`[data-place="${CSS.escape(place)}"]`) ?? []),
  /** A ticket of the offer. */
  offered: (name: string) => find(`[data-offered="${CSS.escape(name)}"]`),
  /** One's tickets, or where they are kept: what of it can be seen. */
  tickets: () => [...document.querySelectorAll(".tickets, nav button:nth-child(2)")].find((part) => part.checkVisibility()) ?? null,
  /** Where the keyboard enters the board. */
  board: () => find<SVGGElement>('[data-place][tabindex="0"]'),
  chatInput: () => find<HTMLElement>("[data-chat-input]"),
  modal: () => find<HTMLDialogElement>(":modal"),
  stepBack: () => find<HTMLElement>("[data-step-back]"),
  stepOn: () => find<HTMLElement>("[data-step-on]"),
  /** What a key presses beside an exercise or a puzzle. */
  keyed: (key: string) => find<HTMLElement>(`[data-key="${key}"]`),
  /** What had the focus has it no more: an answer was given there, and keys are for what comes after it. */
  letGo: () => find<HTMLElement>(":focus")?.blur(),
};
