import { encodeSetting } from "@/lib/thumbnails/encode-settings";
import { geometricMean } from "../support/measures";
import { encodeBare } from "./bare-sharp";
import { bytesAtLikeness, pixelsOf } from "./equal-likeness";

/** Bytes at the SSIM that the peer's file has, and the SSIM that our settings really reach. */
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
    likeness: [] as number[],
  }));
  const targets: number[] = [];
  for (const photograph of photographs) {
    const pixels = await pixelsOf(photograph, widthPx);
    const plain = await pixels.picture().webp({ quality: 75 }).toBuffer();
    const target = await pixels.likeness(plain);
    targets.push(target);
    for (const { setting, bytes, sent, likeness } of efforts) {
      const encode = (quality: number) => encodeBare(pixels.picture(), setting, quality);
      const equal = await bytesAtLikeness(target, pixels, encode, setting.quality);
      bytes.push(equal.bytes / plain.length);
      const encoded = await encode(setting.quality);
      sent.push(encoded.length / plain.length);
      likeness.push(await pixels.likeness(encoded));
    }
  }
  print(`\nBytes at equal SSIM, ${widthPx} px wide, WebP q75 = 1`);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const { name, setting, bytes, sent, likeness } of efforts) {
    const worst = Math.max(...bytes).toFixed(2);
    const really = `${geometricMean(sent).toFixed(3)} at SSIM ${mean(likeness).toFixed(4)}`;
    print(
      `  ${name.padEnd(13)} ${geometricMean(bytes).toFixed(3)}  (${setting.format}, worst ${worst}; ` +
        `as sent ${really}, WebP's ${mean(targets).toFixed(4)})`,
    );
  }
}
