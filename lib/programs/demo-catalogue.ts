/**
 * Draws every picture of the demo collection small, measures its accent colour and whether any of
 * it is transparent, and writes `lib/service/demo/catalogue.json`, one picture per line:
 *
 *     npm run demo:catalogue
 *
 * Run it from the project's folder after any change to a drawing. It stops, writing nothing, when
 * two pictures have one name.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import type { DemoRecord } from "@/lib/service/demo/catalogue";
import { type DemoPicture, demoPictures, drawDemo } from "@/lib/service/demo/plan";
import { renderDemo } from "@/lib/service/demo/render";
import { accentColourOf } from "@/lib/service/library/accent-colour";

const LONG_SIDE_PX = 320;

async function recordOf(picture: DemoPicture): Promise<DemoRecord> {
  const { id, widthPx, heightPx, rating, host, format } = picture;
  const { drawing } = drawDemo(id);
  const scale = LONG_SIDE_PX / Math.max(widthPx, heightPx);
  const { bytes } = await renderDemo(id, { widthPx: Math.round(widthPx * scale) });
  const { isOpaque } = await sharp(bytes).stats();
  return {
    id,
    name: drawing.name,
    keywords: drawing.keywords,
    width: widthPx,
    height: heightPx,
    accentColor: await accentColourOf(bytes),
    isTransparent: !isOpaque,
    rating,
    host,
    format,
  };
}

function refuseEqualNames(records: readonly DemoRecord[]): void {
  const seen = new Map<string, string>();
  const clashes: string[] = [];
  for (const { id, name } of records) {
    const other = seen.get(name);
    if (other) clashes.push(`${other} and ${id}: ${name}`);
    seen.set(name, id);
  }
  if (clashes.length > 0) throw new Error(`pictures with one name:\n${clashes.join("\n")}`);
}

const { values } = parseArgs({
  options: {
    out: { type: "string", default: join("lib", "service", "demo", "catalogue.json") },
  },
});

const records: DemoRecord[] = [];
for (const picture of demoPictures()) records.push(await recordOf(picture));
refuseEqualNames(records);
const lines = records.map((record) => `  ${JSON.stringify(record)}`).join(",\n");
await writeFile(values.out, `[\n${lines}\n]\n`);
process.stdout.write(`${records.length} pictures in ${values.out}\n`);
