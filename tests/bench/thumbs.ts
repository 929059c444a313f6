/**
 * `npm run bench:thumbs`: the cost of thumbnails, relative to plain sharp and plain `node:http`.
 *
 * The candidates take turns, so that other load affects all of them. `--widths 320,640` sets the
 * widths, `--rounds 5` the number of turns, `--corpora small,large` the photographs: as the packages
 * ship them (about 1,000 px), or of camera size (about 3,000 px; the first run generates them in half
 * a minute). `--encoders` compares encoders instead, the basis of
 * docs/decisions/0014-thumbnail-encoders.md; that takes long. `--lightbox` measures pictures in the
 * lightbox alone (docs/decisions/0060-quality-of-lightbox-pictures.md).
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import sharp from "sharp";
import type { ThumbnailWidthPx } from "@/lib/core/image/thumbnail-width";
import { photographSet } from "@/tests/support/pictures/photograph-set";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { say } from "./support/measures";
import { sayVerdicts, type Verdict } from "./support/verdicts";
import { benchBytes } from "./thumbs/bytes";
import { benchCold } from "./thumbs/cold";
import { benchEncoders } from "./thumbs/encoder-table";
import { benchLightbox } from "./thumbs/lightbox";
import { benchNeighbour } from "./thumbs/neighbour";
import { benchWarm } from "./thumbs/warm";

const { values: options } = parseArgs({
  options: {
    widths: { type: "string", default: "320" },
    rounds: { type: "string", default: "5" },
    corpora: { type: "string", default: "small,large" },
    encoders: { type: "boolean", default: false },
    lightbox: { type: "boolean", default: false },
  },
});
const widths = options.widths.split(",").map(Number) as ThumbnailWidthPx[];
const rounds = Number(options.rounds);
const small = PHOTOGRAPHS.map((name) => readFileSync(photographPath(name)));
const [smallOne = Buffer.alloc(0)] = small;

sharp.concurrency(1);
sharp.cache(false);

const verdicts: Verdict[] = [];
const corpora = options.lightbox ? [] : options.corpora.split(",");
for (const corpus of corpora) {
  const photographs = corpus === "large" ? await largePhotographs() : small;
  say(`${corpus}: ${photographs.length} photographs …`);
  for (const widthPx of widths) {
    if (options.encoders) await benchEncoders(photographs, widthPx);
    else {
      const measured = [
        ...(await benchBytes(photographs, widthPx)),
        ...(await benchCold(photographs, { widthPx, rounds })),
      ];
      for (const verdict of measured) {
        verdicts.push({ ...verdict, name: `${corpus}, ${widthPx} px: ${verdict.name}` });
      }
    }
  }
}
if (options.lightbox) sayVerdicts(await benchLightbox(small));
else if (!options.encoders) {
  say("whatever the photographs …");
  verdicts.push(await benchWarm(smallOne, rounds), await benchNeighbour(smallOne, rounds));
  sayVerdicts(verdicts);
}

/** Returns every fourth photograph, including all nine that the set is derived from. */
async function largePhotographs(): Promise<Buffer[]> {
  const { paths } = await photographSet();
  return paths.filter((_, index) => index % 4 === 0).map((path) => readFileSync(path));
}
