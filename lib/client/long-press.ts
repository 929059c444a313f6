/** Shorter than the half second after which browsers open their own menu for a link. */
const PRESS_MS = 420;

/** A finger that moves further scrolls. */
const STILL_PX = 10;

/**
 * Calls `onPress` with the target of each long press by touch, and the event that began it, until
 * `signal` aborts. If `onPress` returns true, the press causes no click and no context menu.
 */
export function watchLongPress(
  area: HTMLElement,
  {
    onPress,
    signal,
  }: { onPress: (target: EventTarget | null, down: PointerEvent) => boolean; signal: AbortSignal },
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { x: number; y: number } | null = null;
  let isDone = false;

  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const onDown = (event: PointerEvent) => {
    const { pointerType, isPrimary, clientX: x, clientY: y, target } = event;
    cancel();
    isDone = false;
    start = null;
    if (pointerType !== "touch" || !isPrimary) return;
    start = { x, y };
    timer = setTimeout(() => {
      timer = undefined;
      isDone = onPress(target, event);
    }, PRESS_MS);
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (start === null || Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) cancel();
  };
  const swallow = (event: Event) => {
    const isOfFinger = timer !== undefined || isDone;
    if (event.type === "contextmenu" ? !isOfFinger : !isDone) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "click") isDone = false;
  };
  area.addEventListener("pointerdown", onDown, { signal });
  area.addEventListener("pointermove", onMove, { signal });
  for (const name of ["pointerup", "pointercancel"])
    area.addEventListener(name, cancel, { signal });
  // In the capture phase, before listeners that follow the link or open the menu.
  for (const name of ["click", "contextmenu"]) {
    area.addEventListener(name, swallow, { signal, capture: true });
  }
  signal.addEventListener("abort", cancel);
}
