/** Why a hint says what it says, in the reader's words: from figures of the plan, and of games played out. */
import { inPoints, percent } from "../i18n/figures";
import { listed, t, tongue } from "../i18n/index.svelte";
import type { Candidate, Edition, HintReason } from "../api";
import type { IconName } from "../ui/icons";
import { pieceWords, plainName } from "../labels";

const ICONS: Record<HintReason["kind"], IconName> = {
  towards: "ticket", ticket: "ticket", "new ticket": "ticket", together: "ticket", room: "ticket", collects: "cards", lacks: "cards", beside: "cards", blind: "cards", ready: "cards", cards: "cards", scores: "star", points: "star",
  "longest path": "star", route: "eye", rivals: "eye", waits: "clock", turns: "clock",
};

export const reasonIcon = ({ kind }: HintReason): IconName => ICONS[kind];

/** A difference as a number of something: never none, since what makes no difference is no reason. */
const whole = (difference: number) => Math.max(1, Math.round(Math.abs(difference)));

/** Up to this share of the pieces a plan leaves room for more tickets. */
const ROOMY = 2 / 3;

export function reasonWords({ vehicle }: Edition, { kind, subject, otherwise, with_it }: HintReason): string {
  const [name, n] = [plainName(subject), whole(with_it - otherwise)];
  const shares = { better: percent(with_it), played: percent(otherwise) };
  switch (kind) {
    case "towards":
      return with_it === 0 ? t("hint.why.finishes", { ticket: name }) : t("hint.why.towards", { ticket: name, pieces: pieceWords(vehicle, with_it) });
    case "collects":
      return with_it === 0 ? t("hint.why.payable", { route: name }) : t("hint.why.collects", { route: name, n: with_it });
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
