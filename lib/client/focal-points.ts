import type { FocalPoint } from "@/lib/core/slots/slot-crop";
import { readSetting, saveSetting } from "./saved-setting";

const NAME = "vitrine.focal-points";

/** The images that were cropped last. */
const IMAGES_MAX = 300;

/** A drag changes a point many times a second; each write wakes every listener and every other tab. */
const SAVE_AFTER_MS = 300;

type Saved = [id: string, x: number, y: number];

/** The points that are not saved yet, the last one last. */
const unsaved = new Map<string, FocalPoint>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the focal point that the editor last chose for an image in this browser; null if none. */
export function savedFocalPoint(imageId: string): FocalPoint | null {
  const latest = unsaved.get(imageId);
  if (latest !== undefined) return latest;
  const found = readAll().find(([id]) => id === imageId);
  return found === undefined ? null : { x: found[1], y: found[2] };
}

/** Remembers the focal point of an image; saves it soon, or when the page is left. */
export function saveFocalPoint(imageId: string, point: FocalPoint): void {
  unsaved.delete(imageId);
  unsaved.set(imageId, point);
  if (timer !== undefined) return;
  timer = setTimeout(save, SAVE_AFTER_MS);
  addEventListener("pagehide", save);
}

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  removeEventListener("pagehide", save);
  const changed = [...unsaved].map(([id, { x, y }]): Saved => [id, x, y]);
  const others = readAll().filter(([id]) => !unsaved.has(id));
  unsaved.clear();
  saveSetting(NAME, JSON.stringify([...changed.reverse(), ...others].slice(0, IMAGES_MAX)));
}

function readAll(): Saved[] {
  try {
    const saved: unknown = JSON.parse(readSetting(NAME) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(entry: unknown): entry is Saved {
  if (!Array.isArray(entry)) return false;
  const [id, x, y] = entry;
  const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
  return typeof id === "string" && isShare(x) && isShare(y);
}
