/** Why a hint says what it says, in the reader's words: from figures of the plan, and of games played out. */
import { inPoints, percent } from "../i18n/figures";
import { listed, t, tongue } from "../i18n/index.svelte";
import type { Candidate, Edition, HintReason } from "../api";
import type { IconName } from "../ui/icons";
import { cardName, pieceWords, plainName } from "../labels";
import { routeByName } from "./choice";

const ICONS: Record<HintReason["kind"], IconName> = {
  towards: "ticket", ticket: "ticket", "new ticket": "ticket", together: "ticket", room: "ticket", collects: "cards", lacks: "cards", beside: "cards", blind: "cards", ready: "cards", cards: "cards", scores: "star", points: "star",
  "longest path": "star", route: "eye", rivals: "eye", waits: "clock", turns: "clock",
};

export const reasonIcon = ({ kind }: HintReason): IconName => ICONS[kind];

/** A difference as a number of something: never none, since what makes no difference is no reason. */
const whole = (difference: number) => Math.max(1, Math.round(Math.abs(difference)));

/** Up to this share of the pieces a plan leaves room for more tickets. */
const ROOMY = 2 / 3;

/** What brings a route nearer, with the colour of the cards that are still missing: the route's own, or of a grey one that of the card that is taken. */
function collectsWords(edition: Edition, subject: string, n: number, taken: string | null): string {
  const route = routeByName(edition, subject);
  // A ferry may lack wild cards.
  const colour = !route || route.ferries > 0 ? null : (route.colour ?? (taken === "wild" ? null : taken));
  const values = { route: plainName(subject), n };
  return colour === null ? t("hint.why.collects", values) : t("hint.why.collects.colour", { ...values, colour: cardName(edition, colour) });
}

/** `taken` is the card that the option would take from the market, if any. */
export function reasonWords(edition: Edition, { kind, subject, otherwise, with_it }: HintReason, taken: string | null = null): string {
  const { vehicle } = edition;
  const [name, n] = [plainName(subject), whole(with_it - otherwise)];
  const shares = { better: percent(with_it), played: percent(otherwise) };
  switch (kind) {
    case "towards":
      return with_it === 0 ? t("hint.why.finishes", { ticket: name }) : t("hint.why.towards", { ticket: name, pieces: pieceWords(vehicle, with_it) });
    case "collects":
      return with_it === 0 ? t("hint.why.payable", { route: name }) : collectsWords(edition, subject, with_it, taken);
    case "lacks":
      return t("hint.why.lacks", { n: otherwise });
    case "beside":
      return t("hint.why.beside");
    case "blind":
      return t(with_it === 0 ? "hint.why.blind" : "hint.why.deck", { n: otherwise });
    case "ready":
      return t(otherwise === 0 ? "hint.why.nothing" : "hint.why.ready");
    case "together":
      return t("hint.why.together", { n: otherwise, pieces: pieceWords(vehicle, with_it) });
    case "room":
      return t(otherwise === 0 ? "hint.why.built" : otherwise <= ROOMY * with_it ? "hint.why.room" : "hint.why.along", { n: otherwise, pieces: pieceWords(vehicle, with_it) });
    case "scores":
      return t("hint.why.scores", { n: with_it });
    case "ticket":
      return t("hint.why.ticket", { ticket: name, ...shares });
    case "new ticket":
      return t("hint.why.newticket", shares);
    case "waits":
      return t("hint.why.waits", { route: name, share: percent(with_it) });
    case "route":
      return t(with_it === 0 ? "hint.why.route" : "hint.why.route.less", { route: name, ...shares });
    case "points":
      return t("hint.why.points", { n, part: t(`hint.part.${subject as "routes"}`) });
    case "longest path":
      return t("hint.why.longest", shares);
    case "rivals":
      return t("hint.why.rivals", { n });
    case "turns":
      return t(with_it < otherwise ? "hint.why.sooner" : "hint.why.later", { n });
    case "cards":
      return t("hint.why.cards", { n });
  }
}

/** The card that an option takes from the market. */
export const takenBy = (option: Candidate["option"] | undefined): string | null => (option?.kind === "take" ? option.card : null);

/** Whether an option was tried in so few worlds that nothing is told of its chance, while others were tried on. */
export const droppedEarly = (one: Pick<Candidate, "chance">, candidates: readonly Pick<Candidate, "chance">[]): boolean => one.chance === null && candidates.some(({ chance }) => chance !== null);

/** How the chances shown compare, in a sentence: that all is decided, why what shows more is not recommended, or what is too close to tell apart. */
export function comparedWords(candidates: readonly Pick<Candidate, "chance" | "level">[]): string {
  const shown = candidates.flatMap(({ chance, level }, index) => (chance === null ? [] : [{ chance, level, no: tongue.number(index + 1) }]));
  const [first, ...rest] = shown;
  if (!first || rest.length === 0) return "";
  if (shown.every(({ chance }) => chance === 0)) return t("hint.lost");
  if (shown.every(({ chance }) => chance === 1)) return t("hint.won");
  const more = rest.filter(({ chance }) => inPoints(chance) > inPoints(first.chance));
  if (more.length > 0) return t("hint.kept", { n: more.length, list: listed(more.map(({ no }) => no)) });
  const level = rest.filter((one) => one.level);
  return level.length > 0 ? t("hint.level", { list: listed([first.no, ...level.map(({ no }) => no)]) }) : "";
}
