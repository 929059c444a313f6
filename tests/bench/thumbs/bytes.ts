import { encodeSetting } from "@/lib/decoding/encode-settings";
import { geometricMean } from "../support/measures";
import { atMost, type Verdict } from "../support/verdicts";
import { encodeBare } from "./bare-sharp";
import { bytesAtSsim, pixelsOf } from "./equal-ssim";

/** Bytes at the SSIM of the baseline's file (WebP quality 75 = 1), and the SSIM that the product's settings reach. */
export async function benchBytes(
  photographs: readonly Buffer[],
  widthPx: number,
): Promise<Verdict[]> {
  const efforts = (["quick", "better"] as const).map((effort) => ({
    name: effort === "quick" ? "first request" : "seen twice",
    // For the first request the goal was given up (docs/decisions/0014-thumbnail-encoders.md).
    aim: effort === "quick" ? null : 0.7,
    setting: encodeSetting("avif", effort, widthPx),
    bytes: [] as number[],
    sent: [] as number[],
    ssims: [] as number[],
  }));
  const targets: number[] = [];
  for (const photograph of photographs) {
    const pixels = await pixelsOf(photograph, widthPx);
    const plain = await pixels.picture().webp({ quality: 75 }).toBuffer();
    const target = await pixels.ssimOf(plain);
    targets.push(target);
    for (const { setting, bytes, sent, ssims } of efforts) {
      const encode = (quality: number) => encodeBare(pixels.picture(), setting, quality);
      const equal = await bytesAtSsim(target, pixels, encode, setting.quality);
      bytes.push(equal.bytes / plain.length);
      const encoded = await encode(setting.quality);
      sent.push(encoded.length / plain.length);
      ssims.push(await pixels.ssimOf(encoded));
    }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return efforts.map(({ name, aim, setting, bytes, sent, ssims }) => {
    const worst = Math.max(...bytes).toFixed(2);
    const really = `${geometricMean(sent).toFixed(3)} at SSIM ${mean(ssims).toFixed(4)}`;
    return atMost(`bytes at equal SSIM, ${name}`, geometricMean(bytes), aim, {
      digits: 3,
      detail: `${setting.format}, worst ${worst}; as sent ${really}, WebP's ${mean(targets).toFixed(4)}`,
    });
  });
}
