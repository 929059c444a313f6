import type { FocalPoint } from "@/lib/core/slots/slot-crop";
import { readSetting, saveSetting } from "./saved-setting";

const NAME = "vitrine.focal-points";

/** The images that were cropped last. */
const IMAGES_MAX = 300;

type Saved = [id: string, x: number, y: number];

/** Returns the focal point that the editor last chose for an image in this browser; null if none. */
export function savedFocalPoint(imageId: string): FocalPoint | null {
  const found = readAll().find(([id]) => id === imageId);
  return found === undefined ? null : { x: found[1], y: found[2] };
}

/** Remembers the focal point of an image. */
export function saveFocalPoint(imageId: string, { x, y }: FocalPoint): void {
  const others = readAll().filter(([id]) => id !== imageId);
  const saved: Saved[] = [[imageId, x, y], ...others];
  saveSetting(NAME, JSON.stringify(saved.slice(0, IMAGES_MAX)));
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
