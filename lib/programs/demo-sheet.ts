/**
 * Renders families of the demo collection into one contact sheet, to be looked at:
 *
 *     node .programs/demo-sheet.mjs --families dunes,aurora --out sheet.png
 *     node .programs/demo-sheet.mjs --id dunes-03 --width 1000 --out picture.png
 *
 * The names, the SVG sizes and the times go to standard output.
 */
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { type DemoPicture, demoPictures, drawDemo } from "@/lib/service/demo/plan";
import { renderDemo } from "@/lib/service/demo/render";

const GAP_PX = 6;
const PAPER = "#fbfaf7";

type Tile = { picture: DemoPicture; ratio: number };

function rowsOf(tiles: readonly Tile[], sheetPx: number, rowPx: number): Tile[][] {
  const rows: Tile[][] = [];
  let row: Tile[] = [];
  for (const tile of tiles) {
    row.push(tile);
    const width = row.reduce((sum, { ratio }) => sum + ratio * rowPx + GAP_PX, 0);
    if (width >= sheetPx) {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

async function sheetOf(pictures: readonly DemoPicture[], rowPx: number, sheetPx: number) {
  const tiles = pictures.map((picture) => ({ picture, ratio: picture.widthPx / picture.heightPx }));
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let top = 0;
  for (const row of rowsOf(tiles, sheetPx, rowPx)) {
    const ratios = row.reduce((sum, { ratio }) => sum + ratio, 0);
    const height = Math.min(
      Math.round(rowPx * 1.15),
      Math.floor((sheetPx - GAP_PX * (row.length - 1)) / ratios),
    );
    let left = 0;
    for (const { picture, ratio } of row) {
      const width = Math.floor(height * ratio);
      const { bytes } = await renderDemo(picture.id, { widthPx: width });
      const input = await sharp(bytes)
        .flatten({ background: "#ffffff" })
        .resize(width, height, { fit: "fill" })
        .png()
        .toBuffer();
      placed.push({ input, left, top });
      left += width + GAP_PX;
    }
    top += height + GAP_PX;
  }
  return sharp({ create: { width: sheetPx, height: top, channels: 3, background: PAPER } })
    .composite(placed)
    .png()
    .toBuffer();
}

const { values } = parseArgs({
  options: {
    families: { type: "string" },
    id: { type: "string" },
    width: { type: "string", default: "1000" },
    height: { type: "string", default: "300" },
    sheet: { type: "string", default: "1800" },
    out: { type: "string", default: "demo-sheet.png" },
    time: { type: "boolean", default: false },
  },
});

if (values.id) {
  const { bytes } = await renderDemo(values.id, { widthPx: Number(values.width) });
  await sharp(bytes).png().toFile(values.out);
  process.stdout.write(`${drawDemo(values.id).drawing.name}\n`);
} else {
  const wanted = values.families?.split(",");
  const pictures = demoPictures().filter(({ family }) => !wanted || wanted.includes(family));
  for (const { id, widthPx, heightPx } of pictures) {
    const { drawing, svg } = drawDemo(id);
    let ms = "";
    if (values.time) {
      const before = performance.now();
      await renderDemo(id);
      ms = ` ${Math.round(performance.now() - before)} ms`;
    }
    const kilobytes = Math.round(svg(widthPx).length / 1024);
    process.stdout.write(
      `${id} ${widthPx}x${heightPx} ${kilobytes} KB${ms} | ${drawing.name} | ${drawing.keywords.join(" ")}\n`,
    );
  }
  await sharp(await sheetOf(pictures, Number(values.height), Number(values.sheet))).toFile(
    values.out,
  );
}
