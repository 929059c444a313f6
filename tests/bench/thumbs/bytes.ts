import { encodeSetting } from "@/lib/thumbnails/encode-settings";
import { geometricMean } from "../support/measures";
import { encodeBare } from "./bare-sharp";
import { bytesAtSsim, pixelsOf } from "./equal-ssim";

/** Measures bytes at the SSIM of the baseline's file, and the SSIM with the product's settings. */
export async function benchBytes(
  photographs: readonly Buffer[],
  widthPx: number,
  print: (line: string) => void,
): Promise<void> {
  const efforts = (["quick", "better"] as const).map((effort) => ({
    name: effort === "quick" ? "first request" : "seen twice",
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
  print(`\nBytes at equal SSIM, ${widthPx} px wide, WebP q75 = 1`);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const { name, setting, bytes, sent, ssims } of efforts) {
    const worst = Math.max(...bytes).toFixed(2);
    const really = `${geometricMean(sent).toFixed(3)} at SSIM ${mean(ssims).toFixed(4)}`;
    print(
      `  ${name.padEnd(13)} ${geometricMean(bytes).toFixed(3)}  (${setting.format}, worst ${worst}; ` +
        `as sent ${really}, WebP's ${mean(targets).toFixed(4)})`,
    );
  }
}
