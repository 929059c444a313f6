import type { Sharp } from "sharp";
import { cpuMs } from "../support/cpu-time";
import { geometricMean, median, say, table } from "../support/measures";
import { bytesAtSsim, type Pixels, pixelsOf } from "./equal-ssim";

type Encoder = {
  name: string;
  startQuality: number;
  encode(picture: Sharp, quality: number): Promise<Buffer>;
};

const EFFORTS = [0, 1, 2, 3, 4, 5, 6];

const ENCODERS: Encoder[] = [
  ...EFFORTS.map((effort) => ({
    name: `WebP effort ${effort}`,
    startQuality: 75,
    encode: (picture: Sharp, quality: number) => picture.webp({ quality, effort }).toBuffer(),
  })),
  ...EFFORTS.map((effort) => ({
    name: `AVIF effort ${effort}`,
    startQuality: effort < 2 ? 58 : 54,
    encode: (picture: Sharp, quality: number) =>
      picture.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim" }).toBuffer(),
  })),
];

/** Measures bytes and encoding CPU of each encoder at the SSIM of WebP quality 75. */
export async function benchEncoders(
  photographs: readonly Buffer[],
  widthPx: number,
): Promise<void> {
  const rows = ENCODERS.map((encoder) => ({
    ...encoder,
    bytes: [] as number[],
    qualities: [] as number[],
    ms: [] as number[],
  }));
  for (const photograph of photographs) {
    const pixels = await pixelsOf(photograph, widthPx);
    const plain = await pixels.picture().webp({ quality: 75 }).toBuffer();
    const target = await pixels.ssimOf(plain);
    for (const row of rows) {
      const encode = (quality: number) => row.encode(pixels.picture(), quality);
      const { bytes, quality } = await bytesAtSsim(target, pixels, encode, row.startQuality);
      row.bytes.push(bytes / plain.length);
      row.qualities.push(quality);
      row.ms.push(await encodeMs(pixels, row, quality));
    }
  }
  const plainMs = median(rows.find(({ name }) => name === "WebP effort 4")?.ms ?? []);
  say(`\nEncoders at equal SSIM, ${widthPx} px wide, WebP q75 (effort 4) = 1`);
  const cells = rows.map(({ name, bytes, qualities, ms }) => [
    name,
    geometricMean(bytes).toFixed(3),
    Math.max(...bytes).toFixed(2),
    String(median(qualities)),
    (median(ms) / plainMs).toFixed(2),
    median(ms).toFixed(1),
  ]);
  say(table([["", "bytes", "worst", "quality", "CPU", "ms"], ...cells]));
}

/** Returns the CPU time of one encode: the smaller of two, because other load only adds to it. */
async function encodeMs(pixels: Pixels, { encode }: Encoder, quality: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const before = cpuMs([]);
    await encode(pixels.picture(), quality);
    times.push(cpuMs([]) - before);
  }
  return Math.min(...times);
}
