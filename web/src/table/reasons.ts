/** Why a hint says what it says, in the reader's words: from figures of the plan, and of games played out. */
import { t, tongue } from "../i18n/index.svelte";
import type { Edition, HintReason } from "../api";
import type { IconName } from "../ui/icons";
import { pieceWords, plainName } from "../words";

const ICONS: Record<HintReason["kind"], IconName> = {
  towards: "ticket", ticket: "ticket", together: "ticket", collects: "cards", cards: "cards", scores: "star", points: "star", "longest path": "star", route: "eye", rivals: "eye", turns: "clock",
};

export const reasonIcon = ({ kind }: HintReason): IconName => ICONS[kind];

/** A difference as a number of something: never none, since what makes no difference is no reason. */
const whole = (difference: number) => Math.max(1, Math.round(Math.abs(difference)));

export function reasonWords({ vehicle }: Edition, { kind, subject, otherwise, with_it }: HintReason): string {
  const percent = (share: number) => new Intl.NumberFormat(tongue.language, { style: "percent" }).format(share);
  const [name, n] = [plainName(subject), whole(with_it - otherwise)];
  const shares = { better: percent(with_it), played: percent(otherwise) };
  switch (kind) {
    case "towards":
      return with_it === 0 ? t("hint.why.finishes", { ticket: name }) : t("hint.why.towards", { ticket: name, pieces: pieceWords(vehicle, with_it) });
    case "collects":
      if (with_it === otherwise) return t("hint.why.lacks", { route: name, n: with_it });
      return with_it === 0 ? t("hint.why.payable", { route: name }) : t("hint.why.collects", { route: name, n: with_it });
    case "together":
      return t("hint.why.together", { pieces: pieceWords(vehicle, otherwise), n: with_it });
    case "scores":
      return t("hint.why.scores", { n: with_it });
    case "ticket":
      return t("hint.why.ticket", { ticket: name, ...shares });
    case "route":
      return t("hint.why.route", { route: name, ...shares });
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
