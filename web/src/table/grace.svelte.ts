/** The moment in which a turn can be taken back among people: bots wait on while somebody thinks about it. How long, the server says. */
import { api } from "../api";

class GraceState {
  /** Somebody thinks about it now. */
  held = $state(false);
  /** Until when bots wait because they were asked to. */
  private asked = $state(0);

  think(held: boolean): void {
    this.held = held;
  }

  /** Until when they wait, where the view says `told`. */
  until(told: number): number {
    return Math.max(told, this.asked);
  }

  /** Let them wait for so many seconds from now; where it is too late for that, nothing changes. */
  async hold(table: string, seat: number | null, seconds: number): Promise<void> {
    const told = await api.hold(table, seat, seconds).catch(() => null);
    this.asked = told?.undo_until ?? this.asked;
  }
}

export type Grace = Readonly<GraceState>;
export const createGrace = (): Grace => new GraceState();
