import type { CropView } from "@/lib/core/slots/slot-crop";
import { readSetting, saveSetting } from "./saved-setting";

const NAME = "vitrine.focal-points";

/** The focal points of the images that were cropped last. */
const IMAGES_MAX = 300;

type Saved = [id: string, x: number, y: number, zoom: number];

/** Returns how the editor last cropped an image in this browser; null if never. */
export function savedCrop(imageId: string): CropView | null {
  const found = readAll().find(([id]) => id === imageId);
  if (found === undefined) return null;
  const [, x, y, zoom] = found;
  return { focus: { x, y }, zoom };
}

/** Remembers how the editor cropped an image. */
export function saveCrop(imageId: string, { focus, zoom }: CropView): void {
  const others = readAll().filter(([id]) => id !== imageId);
  const saved: Saved[] = [[imageId, focus.x, focus.y, zoom], ...others];
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
  const [id, x, y, zoom] = entry;
  const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
  return (
    typeof id === "string" && isShare(x) && isShare(y) && typeof zoom === "number" && zoom >= 1
  );
}
