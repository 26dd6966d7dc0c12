/** Pointer, wheel and pinch on the board, turned into taps, hovers and moves of the camera. */
import type { Attachment } from "svelte/attachments";
import type { Camera, Point } from "./camera.svelte";

export interface Gestures {
  tap: (at: Point, touch: boolean) => void;
  hover: (at: Point | null) => void;
  double: (at: Point) => void;
}

const SLACK = 8;
/** A wheel that has not turned for so long has come to rest, in milliseconds. */
const REST = 300;

export function gestures(camera: Camera, on: Gestures): Attachment<HTMLElement> {
  return (area) => {
    const pointers = new Map<number, Point>();
    let travelled = 0;
    let touched = false;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const local = (event: MouseEvent): Point => {
      const box = area.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const spread = (): number => {
      const [a, b] = [...pointers.values()];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const onControl = (event: Event) => (event.target as Element).closest("[data-over-board]") !== null;

    const down = (event: PointerEvent) => {
      if (onControl(event) || event.button > 0) return;
      pointers.set(event.pointerId, local(event));
      touched = event.pointerType !== "mouse";
      travelled = pointers.size > 1 ? Infinity : 0;
    };
    const move = (event: PointerEvent) => {
      const now = local(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") on.hover(onControl(event) ? null : now);
        return;
      }
      const wide = spread();
      pointers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (travelled < SLACK) return;
      if (!camera.moving) {
        camera.grab();
        area.setPointerCapture(event.pointerId);
      }
      if (pointers.size === 2 && wide > 0) {
        const [a, b] = [...pointers.values()];
        if (a && b) camera.zoomBy(spread() / wide, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      }
      camera.panBy((now.x - before.x) / pointers.size, (now.y - before.y) / pointers.size);
    };
    const up = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size === 0) camera.release();
      if (event.type === "pointerup" && travelled < SLACK) on.tap(local(event), event.pointerType !== "mouse");
    };
    // Fingers pinch; two quick taps of theirs are two taps.
    const twice = (event: MouseEvent) => {
      if (!touched && !onControl(event)) on.double(local(event));
    };
    const leave = () => on.hover(null);
    const wheel = (event: WheelEvent) => {
      if (onControl(event)) return;
      event.preventDefault();
      // While it turns, the sheet is scaled as it is; it is drawn sharp when the wheel rests.
      camera.grab();
      clearTimeout(resting);
      resting = setTimeout(() => pointers.size === 0 && camera.release(), REST);
      camera.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), local(event));
    };

    const controller = new AbortController();
    const { signal } = controller;
    area.addEventListener("pointerdown", down, { signal });
    area.addEventListener("pointermove", move, { signal });
    area.addEventListener("pointerup", up, { signal });
    area.addEventListener("pointercancel", up, { signal });
    area.addEventListener("dblclick", twice, { signal });
    area.addEventListener("pointerleave", leave, { signal });
    area.addEventListener("wheel", wheel, { signal, passive: false });
    return () => {
      clearTimeout(resting);
      controller.abort();
    };
  };
}
