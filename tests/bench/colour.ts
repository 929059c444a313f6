/**
 * `npm run bench:colour`: how often people give a picture the name of its extracted accent, on three
 * labelled sets in `tests/bench/colour`: solid colours of two surveys and a standard, pictures of two
 * colours, and photographs and demo pictures. Then searches the demo collection for "sea" and prints
 * which of the 50 pictures the refinement "blue" shows, and which people call blue. Exits with 1 if a
 * figure misses its goal. `-- --missed` lists every disagreement.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { nameOfColour } from "@/lib/core/named-colour";
import { accentColourOf } from "@/lib/service/library/accent-colour";
import { startEmbeddedService } from "@/tests/support/embedded-service";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/photographs";
import { say } from "./support/measures";

const FOLDER = join("tests", "bench", "colour");
const AGREEMENT_MIN = 0.9;
const WIDTH_PX = 120;
const HEIGHT_PX = 80;

type Labelled = { label: string; accepted: readonly string[]; picture: Buffer };
type Outcome = { label: string; accepted: readonly string[]; name: string };

/** The rows of a file after its first line, as lists of fields. */
function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(FOLDER, file), "utf8").trim().split("\n");
  return lines.map((line) => line.split(","));
}

async function solidColours(): Promise<Labelled[]> {
  return Promise.all(
    rowsOf("solid-colours.csv").map(async ([source, term, colour = "", accepted = ""]) => ({
      label: `${term} ${colour} (${source})`,
      accepted: accepted.split(" "),
      picture: await canvas(colour).toBuffer(),
    })),
  );
}

/** `spot`: a rectangle in the middle; `stripes`: vertical stripes. Of the main colour. */
async function twoColours(): Promise<Labelled[]> {
  return Promise.all(
    rowsOf("two-colours.csv").map(
      async ([layout, main = "", percent, other = "", accepted = ""]) => {
        const part = Number(percent) / 100;
        const isSpot = layout === "spot";
        const stripes = isSpot ? 1 : 4;
        const widthPx = Math.round((WIDTH_PX / stripes) * (isSpot ? Math.sqrt(part) : part));
        const heightPx = isSpot ? Math.round(HEIGHT_PX * Math.sqrt(part)) : HEIGHT_PX;
        const input = await canvas(main, widthPx, heightPx).toBuffer();
        const layers = Array.from({ length: stripes }, (_, i) => ({
          input,
          left: isSpot ? Math.round((WIDTH_PX - widthPx) / 2) : (i * WIDTH_PX) / stripes,
          top: Math.round((HEIGHT_PX - heightPx) / 2),
        }));
        return {
          label: `${layout}: ${percent} % ${main}, rest ${other}`,
          accepted: accepted.split(" "),
          picture: await canvas(other).composite(layers).toBuffer(),
        };
      },
    ),
  );
}

function canvas(background: string, width = WIDTH_PX, height = HEIGHT_PX) {
  return sharp({ create: { width, height, channels: 3, background } }).png();
}

function pictures(): Labelled[] {
  return rowsOf("pictures.csv").map(([label = "", accepted = ""]) => {
    const photograph = PHOTOGRAPHS.find((name) => name === label);
    const path = photograph ? photographPath(photograph) : join("demo/pictures", `${label}.webp`);
    return { label, accepted: accepted.split(" "), picture: readFileSync(path) };
  });
}

async function outcomesOf(set: readonly Labelled[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { label, accepted, picture } of set) {
    outcomes.push({ label, accepted, name: nameOfColour(await accentColourOf(picture)) });
  }
  return outcomes;
}

const isAgreed = ({ name, accepted }: Outcome) => accepted.includes(name);

function report(title: string, outcomes: readonly Outcome[], isListing: boolean): number {
  const missed = outcomes.filter((outcome) => !isAgreed(outcome));
  const agreement = 1 - missed.length / outcomes.length;
  const first = outcomes.filter(({ name, accepted }) => name === accepted[0]).length;
  say(
    `${title.padEnd(40)} ${String(outcomes.length).padStart(4)} pictures   agreement ${agreement.toFixed(3)}   first answer ${(first / outcomes.length).toFixed(3)}`,
  );
  if (isListing) {
    for (const { label, name, accepted } of missed) {
      say(`    ${label}: ${name}, people: ${accepted.join(" or ")}`);
    }
  }
  return agreement;
}

/** Of the 50 pictures for "sea": those that people call blue, and those that are shown as blue. */
async function reportSea(accepted: ReadonlyMap<string, readonly string[]>): Promise<boolean> {
  // The service's threads do not keep this process alive.
  const alive = setInterval(() => {}, 1000);
  const { service, stop } = await startEmbeddedService();
  try {
    const found = await service.find({ q: "sea", count: 50 });
    const fileByName = demoFiles();
    const answers = found.map(({ name, accentColor }) => ({
      file: fileByName.get(name) ?? name,
      isShown: nameOfColour(accentColor) === "blue",
    }));
    const namesOf = (file: string) => accepted.get(file) ?? [];
    const blue = answers.filter(({ file }) => String(namesOf(file)) === "blue");
    const partly = answers.filter(({ file }) => namesOf(file).includes("blue"));
    const others = answers.filter(
      ({ file, isShown }) => isShown && !namesOf(file).includes("blue"),
    );
    const missed = blue.filter(({ isShown }) => !isShown).map(({ file }) => file);
    say(`"sea" in blue: ${answers.filter(({ isShown }) => isShown).length} of ${answers.length}`);
    say(`    blue to all people: ${blue.length - missed.length} of ${blue.length} shown`);
    say(
      `    blue to some people: ${partly.filter(({ isShown }) => isShown).length} of ${partly.length} shown`,
    );
    say(`    shown, and blue to no one: ${others.map(({ file }) => file).join(", ") || "none"}`);
    if (missed.length > 0) say(`    MISSED: ${missed.join(", ")}`);
    return missed.length === 0;
  } finally {
    clearInterval(alive);
    await stop();
  }
}

function demoFiles(): Map<string, string> {
  const { pictures: all } = JSON.parse(readFileSync("demo/manifest.json", "utf8")) as {
    pictures: { file: string; name: string }[];
  };
  return new Map(all.map(({ file, name }) => [name, file.replace(/^pictures\/|\.webp$/g, "")]));
}

const { values } = parseArgs({ options: { missed: { type: "boolean", default: false } } });
const sets: [string, readonly Labelled[]][] = [
  ["Solid colours", await solidColours()],
  ["Two colours", await twoColours()],
  ["Photographs and demo pictures", pictures()],
];
const all: Outcome[] = [];
const figures: number[] = [];
for (const [title, set] of sets) {
  const outcomes = await outcomesOf(set);
  figures.push(report(title, outcomes, values.missed));
  all.push(...outcomes);
}
figures.push(report("All", all, false));
const accepted = new Map(all.map((outcome) => [outcome.label, outcome.accepted]));
const isSeaComplete = await reportSea(accepted);
if (Math.min(...figures) < AGREEMENT_MIN || !isSeaComplete) process.exitCode = 1;
