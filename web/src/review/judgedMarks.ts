/** What stands out on the board beside a judgement: what was claimed, what was better to claim, and its number among the turning points. */
import type { Geometry, Judgement, NamedActions, TurningPoint } from "../api";
import { type Marks, noMarks } from "../board/marks";

export function judgedMarks(judged: Judgement, actions: NamedActions, { routes }: Geometry, points: readonly TurningPoint[]): Marks {
  const routeOf = (text: string): string | null => {
    const action = actions[text];
    return action?.kind === "claim" ? action.route : null;
  };
  const clear = judged.mark === "clear run";
  const played = routeOf(judged.played);
  const best = judged.mark && !clear ? routeOf(judged.best) : null;
  const shown = best ?? played;
  const no = points.findIndex((point) => point.n === judged.n) + 1;
  const ends = routes.filter(({ name }) => name === shown).flatMap(({ a, b }) => [a, b]);
  return {
    ...noMarks,
    selected: best ?? (clear ? played : null),
    steps: no > 0 && shown ? [{ route: shown, no, when: "now" }] : [],
    weak: new Set(played && played !== best ? [played] : []),
    lit: new Set(ends),
  };
}
