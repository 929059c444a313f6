/**
 * `npm run demo:draw`: draws the demo collection into `demo/pictures` and writes
 * `demo/manifest.json`. With ids or families (`npm run demo:draw -- dunes-03 aurora`) it draws only
 * those; the manifest keeps what it says about the others, but their accent colours. `-- none` draws
 * nothing and finds all accent colours again.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { accentColourOf } from "@/lib/service/library/accent-colour";
import { drawPicture, PLANNED_PICTURES, type PlannedPicture } from "./plan";
import { encodePicture, renderPixels } from "./render";

const FOLDER = "demo";
const MANIFEST = join(FOLDER, "manifest.json");

type Entry = { file: string; name: string; [fact: string]: unknown };

const fileOf = ({ id }: PlannedPicture) => `pictures/${id}.webp`;

async function draw(picture: PlannedPicture): Promise<Entry> {
  const { drawing } = drawPicture(picture.id);
  const bytes = await encodePicture(await renderPixels(picture.id));
  await writeFile(join(FOLDER, fileOf(picture)), bytes);
  return {
    file: fileOf(picture),
    name: drawing.name,
    keywords: drawing.keywords,
    host: picture.host,
    ...(picture.rating === "moderate" && { rating: picture.rating }),
    width: picture.widthPx,
    height: picture.heightPx,
    accentColor: await accentColourOf(bytes),
    transparent: !(await sharp(bytes).stats()).isOpaque,
  };
}

async function withNewAccent(entry: Entry): Promise<Entry> {
  const bytes = await readFile(join(FOLDER, entry.file));
  return { ...entry, accentColor: await accentColourOf(bytes) };
}

/** Pictures that match a search equally well come in this order, so families must be mixed. */
function inScatteredOrder(pictures: readonly PlannedPicture[]): PlannedPicture[] {
  const key = ({ id }: PlannedPicture) => createHash("sha256").update(id).digest("hex");
  return pictures.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function readEntries(): Promise<Map<string, Entry>> {
  const text = await readFile(MANIFEST, "utf8").catch(() => '{"pictures":[]}');
  const { pictures } = JSON.parse(text) as { pictures: Entry[] };
  return new Map(pictures.map((entry) => [entry.file, entry]));
}

function assertNamesDiffer(entries: readonly Entry[]): void {
  const fileByName = new Map<string, string>();
  for (const { file, name } of entries) {
    const other = fileByName.get(name);
    if (other !== undefined) throw new Error(`${other} and ${file} have the same name: ${name}`);
    fileByName.set(name, file);
  }
}

const wanted = new Set(process.argv.slice(2));
const isWanted = ({ id, family }: PlannedPicture) =>
  wanted.size === 0 || wanted.has(id) || wanted.has(family);

await mkdir(join(FOLDER, "pictures"), { recursive: true });
const known = await readEntries();
const entries: Entry[] = [];
for (const picture of inScatteredOrder(PLANNED_PICTURES)) {
  const before = known.get(fileOf(picture));
  const isDrawn = before === undefined || isWanted(picture);
  const entry = isDrawn ? await draw(picture) : await withNewAccent(before);
  if (isDrawn) process.stdout.write(`${entry.file}  ${entry.name}\n`);
  entries.push(entry);
}
assertNamesDiffer(entries);
const planned = new Set(entries.map(({ file }) => file));
for (const name of await readdir(join(FOLDER, "pictures"))) {
  if (!planned.has(`pictures/${name}`)) await rm(join(FOLDER, "pictures", name));
}
const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n");
await writeFile(MANIFEST, `{\n  "pictures": [\n${lines}\n  ]\n}\n`);
