import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { ThumbnailWidthPx } from "@/lib/core/image/thumbnail-width";
import { encodeSetting } from "@/lib/decoding/encode-settings";
import { makeThumbnail } from "@/lib/decoding/make-thumbnail";
import { geometricMean } from "../support/measures";
import type { Verdict } from "../support/verdicts";
import { encodeBare } from "./bare-sharp";
import { pixelsOf } from "./equal-ssim";

const DEMO = join("demo", "pictures");
/** Every so many of the demo's pictures. */
const DEMO_STEP = 13;

/** Device pixels that a landscape picture covers, and the widths that a browser chooses. */
const WINDOWS = [
  { name: "1280 px, 1x", shownPx: 768, widthPx: 1200, beforePx: 960 },
  { name: "360 px, 2x", shownPx: 720, widthPx: 1200, beforePx: 960 },
  { name: "1280 px, 2x", shownPx: 1536, widthPx: 1600, beforePx: 1600 },
] as const;

/**
 * SSIM against the original, both at the size at which the lightbox shows them, with the bytes and CPU
 * time of one picture. `before`: a thumbnail with the quality of tiles.
 */
export async function benchLightbox(photographs: readonly Buffer[]): Promise<Verdict[]> {
  const demo = readdirSync(DEMO).filter((_, index) => index % DEMO_STEP === 0);
  const corpora = {
    photographs,
    demo: demo.map((name) => readFileSync(join(DEMO, name))),
  };
  const verdicts: Verdict[] = [];
  for (const [corpus, originals] of Object.entries(corpora)) {
    for (const { name, shownPx, widthPx, beforePx } of WINDOWS) {
      const now = await measured(originals, { shownPx, widthPx, isTile: false });
      const before = await measured(originals, { shownPx, widthPx: beforePx, isTile: true });
      const worst = Math.min(...now.ssims);
      verdicts.push({
        name: `${corpus}, ${name}: lowest SSIM`,
        is: worst.toFixed(4),
        aim: "≥ 0.97",
        isMet: worst >= 0.97,
        detail: `${now.text}; before ${before.text}, lowest ${Math.min(...before.ssims).toFixed(3)}`,
      });
    }
  }
  return verdicts;
}

async function measured(
  originals: readonly Buffer[],
  { shownPx, widthPx, isTile }: { shownPx: number; widthPx: ThumbnailWidthPx; isTile: boolean },
) {
  const ssims: number[] = [];
  const bytes: number[] = [];
  const cpuMs: number[] = [];
  for (const original of originals) {
    const opaque = await sharp(original).flatten({ background: "#fff" }).png().toBuffer();
    const { width } = await sharp(opaque).metadata();
    const shown = await pixelsOf(opaque, Math.min(shownPx, width));
    const start = process.cpuUsage();
    const body = isTile ? await tile(opaque, widthPx) : await lightboxPicture(opaque, widthPx);
    const { user, system } = process.cpuUsage(start);
    cpuMs.push((user + system) / 1_000);
    bytes.push(body.length);
    ssims.push(await shown.ssimOf(await sharp(body).resize(shown.widthPx).png().toBuffer()));
  }
  const kilobytes = (geometricMean(bytes) / 1_000).toFixed(1);
  const largest = (Math.max(...bytes) / 1_000).toFixed(0);
  const mean = ssims.reduce((sum, each) => sum + each, 0) / ssims.length;
  const text = `mean ${mean.toFixed(3)}, ${kilobytes} kB (at most ${largest}), ${geometricMean(cpuMs).toFixed(0)} ms`;
  return { ssims, text };
}

async function lightboxPicture(original: Buffer, widthPx: ThumbnailWidthPx): Promise<Buffer> {
  const job = {
    widthPx,
    format: "avif",
    effort: "quick",
    pixelsMax: 40e6,
    isForeign: false,
  } as const;
  return (await makeThumbnail(job, original)).body;
}

/** As `makeThumbnail` encodes a tile; it would not for a width of the lightbox. */
function tile(original: Buffer, widthPx: number): Promise<Buffer> {
  const setting = encodeSetting("avif", "quick", widthPx);
  return encodeBare(
    sharp(original).resize({ width: widthPx, withoutEnlargement: true }),
    setting,
    setting.quality,
  );
}
