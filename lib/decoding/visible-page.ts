import "server-only";
import type { Sharp } from "sharp";

const PAGES_MAX = 10;
const SIDE_PX = 64;

/**
 * Returns the first of ten frames of an animation that is not wholly transparent; 0 if all are, or if
 * there is one frame. Rejects with sharp's error.
 */
export async function visiblePage(
  open: (page: number) => Sharp,
  { pages = 1, hasAlpha }: { pages?: number | undefined; hasAlpha: boolean },
): Promise<number> {
  if (pages === 1 || !hasAlpha) return 0;
  for (let page = 0; page < Math.min(pages, PAGES_MAX); page += 1) {
    const alpha = await open(page)
      .resize(SIDE_PX, SIDE_PX, { fit: "inside", withoutEnlargement: true })
      .extractChannel("alpha")
      .raw({ depth: "uchar" })
      .toBuffer();
    if (alpha.some((value) => value > 0)) return page;
  }
  return 0;
}
