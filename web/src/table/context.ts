/** A table with all that is needed to look at it and to act: made once, handed to the components. Each part owns its own state. */
import { createCamera, type Camera } from "../board/camera.svelte";
import type { Edition, Geometry } from "../api";
import { createAnnouncer, type Announcer } from "./announcer.svelte";
import { createAttention, type Attention } from "./attention.svelte";
import { Commands } from "./commands";
import { flyCards, landAll } from "./flights";
import { Labels } from "./labels.svelte";
import { Hearing } from "./sounds";
import type { Table } from "./table.svelte";
import { createTraining, type TrainingAid } from "./training.svelte";

export interface TableContext {
  readonly table: Table;
  readonly edition: Edition;
  readonly geometry: Geometry;
  readonly camera: Camera;
  readonly attention: Attention;
  readonly training: TrainingAid;
  readonly labels: Labels;
  readonly announcer: Announcer;
  readonly commands: Commands;
}

export function createContext(table: Table, edition: Edition, geometry: Geometry): TableContext {
  const camera = createCamera(geometry);
  const attention = createAttention(table);
  const labels = new Labels(table, attention, edition, geometry);
  const announcer = createAnnouncer(table, edition, labels);
  const commands = new Commands({ table, attention, camera, edition, geometry, labels, announcer });
  return { table, edition, geometry, camera, attention, training: createTraining(table), labels, announcer, commands };
}

/** Let news move cards, sound, mark what is new and be told in words; returns what ends it. */
export function follow({ table, edition, attention, announcer }: TableContext): () => void {
  const hearing = new Hearing();
  const unfollow = table.onLine((line) => {
    flyCards(line, table);
    hearing.hear(line, table.seat, edition);
    attention.notice(line);
    announcer.hear(line);
  });
  return () => {
    unfollow();
    landAll();
  };
}
