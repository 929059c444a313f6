/**
 * What thumbnails cost, beside bare sharp and bare `node:http`: `npm run bench:thumbs`.
 *
 * Prints ratios, measured in turns so that a busy machine is busy for both. `--widths 320,640`
 * chooses the widths, `--rounds 5` how often each turn comes, `--corpora small,large` the
 * photographs: as packages ship them (about 1,000 px), or as cameras make them (about 3,000 px;
 * made first, which takes a minute or two, and kept).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { createThumbnails } from "@/lib/server/thumbnails/create-thumbnails";
import { type EncodeSetting, encodeSetting } from "@/lib/server/thumbnails/encode-settings";
import type { ThumbnailWidthPx } from "@/lib/server/thumbnails/widths";
import { photographSet } from "@/tests/support/photograph-set";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/photographs";
import { brightnessOf, ssim } from "./ssim";
import { fetchBare, listen } from "./thumbs/bare-http";
import { cpuMs, descendants } from "./thumbs/cpu-time";
import { benchNeighbour } from "./thumbs/neighbour";

const { values: options } = parseArgs({
  options: {
    widths: { type: "string", default: "320" },
    rounds: { type: "string", default: "5" },
    corpora: { type: "string", default: "small,large" },
  },
});
const widths = options.widths.split(",").map(Number) as ThumbnailWidthPx[];
const rounds = Number(options.rounds);
const small = PHOTOGRAPHS.map((name) => readFileSync(photographPath(name)));
const print = (line: string) => process.stdout.write(`${line}\n`);

sharp.concurrency(1);
sharp.cache(false);

/** What the peer does with a picture: `next/image` at its defaults. */
const peer = (bytes: Buffer, widthPx: number) =>
  sharp(bytes).rotate().resize(widthPx).webp({ quality: 75 }).toBuffer();

const geometricMean = (ratios: number[]) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

for (const corpus of options.corpora.split(",")) {
  const photographs = corpus === "large" ? await largePhotographs() : small;
  print(`\n== ${corpus}: ${photographs.length} photographs`);
  for (const widthPx of widths) await benchBytes(photographs, widthPx);
  for (const widthPx of widths) await benchCold(photographs, widthPx);
}
print("\n== whatever the photographs");
await benchWarm();
const [smallOne = Buffer.alloc(0)] = small;
await benchNeighbour(smallOne, { rounds, print });

/** Every fourth of the set, so that all the nine that it was made of are among them. */
async function largePhotographs(): Promise<Buffer[]> {
  const { paths } = await photographSet();
  return paths.filter((_, index) => index % 4 === 0).map((path) => readFileSync(path));
}

/** Bytes at the SSIM that the peer's file has, one picture at a time. */
async function benchBytes(photographs: Buffer[], widthPx: ThumbnailWidthPx): Promise<void> {
  const ratios: Record<"quick" | "better", number[]> = { quick: [], better: [] };
  const formats: string[] = [];
  for (const bytes of photographs) {
    const { data, info } = await sharp(bytes)
      .rotate()
      .resize(widthPx)
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: 3 } as const;
    const original = brightnessOf(data, info.width, info.height);
    const likeness = async (encoded: Buffer) => {
      const pixels = await sharp(encoded).removeAlpha().raw().toBuffer();
      return ssim(original, brightnessOf(pixels, info.width, info.height));
    };
    const theirs = await sharp(data, { raw }).webp({ quality: 75 }).toBuffer();
    const target = await likeness(theirs);
    const { width, height } = await sharp(bytes).metadata();
    for (const effort of ["quick", "better"] as const) {
      const setting = encodeSetting({
        format: "avif",
        effort,
        sourcePixels: width * height,
        thumbnailPixels: info.width * info.height,
        hasSparedConversion: true,
      });
      if (effort === "quick") formats.push(setting.format);
      const size = await bytesAtLikeness(
        setting,
        target,
        (quality) => encode(sharp(data, { raw }), setting, quality),
        likeness,
      );
      ratios[effort].push(size / theirs.length);
    }
  }
  print(`\nBytes at equal SSIM, ${widthPx} px wide, WebP q75 = 1`);
  for (const effort of ["quick", "better"] as const) {
    const worst = Math.max(...ratios[effort]).toFixed(2);
    print(`  ${effort.padEnd(7)} ${geometricMean(ratios[effort]).toFixed(3)}  (worst ${worst})`);
  }
  print(`  quick formats: ${formats.join(" ")}`);
}

function encode(picture: Sharp, setting: EncodeSetting, quality: number): Promise<Buffer> {
  if (setting.format === "avif") {
    const { effort } = setting;
    return picture.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim" }).toBuffer();
  }
  return picture.webp({ quality }).toBuffer();
}

/** Encodes around the setting's quality and reads the size off the line between two of them. */
async function bytesAtLikeness(
  setting: EncodeSetting,
  target: number,
  encodeAt: (quality: number) => Promise<Buffer>,
  likeness: (encoded: Buffer) => Promise<number>,
): Promise<number> {
  const points: { size: number; likeness: number }[] = [];
  for (const step of [-12, -8, -4, 0, 4, 8, 12, 18]) {
    const encoded = await encodeAt(setting.quality + step);
    const point = { size: encoded.length, likeness: await likeness(encoded) };
    const before = points.at(-1);
    points.push(point);
    if (point.likeness < target) continue;
    if (before === undefined) return point.size;
    const part = (target - before.likeness) / (point.likeness - before.likeness);
    return before.size * (point.size / before.size) ** part;
  }
  return Number.NaN;
}

/** The first request of a picture: fetch, decode, encode. */
async function benchCold(photographs: Buffer[], widthPx: ThumbnailWidthPx): Promise<void> {
  const host = createServer((request, response) => {
    response.end(photographs[Number(request.url?.split("/")[1])]);
  });
  const port = await listen(host);
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
  const thumbnails = createThumbnails({
    keys: ["a key for the bench, thirty-two bytes or more"],
    dataDir,
    cacheBytesMax: 1e9,
    ownHosts: [],
    allowedPrivateHosts: [`127.0.0.1:${port}`],
    allowPlainHttpAfterHttps: false,
    openLibraryPicture: async () => null,
    clientLimits: { perMinute: 1e9, perTenMinutes: 1e9, bytesPerTenMinutes: 1e12 },
    // One at a time, so that the CPU of the other is not counted.
    decoderLimits: { processes: 1 },
  });
  const never = new AbortController().signal;
  const ours = async (url: string) => {
    const address = thumbnails.sign(url, widthPx);
    const headers = { accept: "image/avif,image/webp,*/*" };
    const request = new Request(`http://vitrine.example${address}`, { headers });
    const response = await thumbnails.handle(request, { client: "bench", signal: never });
    if (response.status !== 200) throw new Error(`thumbnails answered ${response.status}`);
    await response.arrayBuffer();
  };
  const theirs = async (url: string) => {
    await peer(await fetchBare(url), widthPx);
  };
  // Until the code of both is compiled.
  for (let n = 0; n < 60; n += 1) {
    const url = `http://127.0.0.1:${port}/${n % photographs.length}/warm-up-${n}`;
    await ours(url);
    await theirs(url);
  }
  const decoders = descendants();
  const cpu = { ours: [] as number[], theirs: [] as number[] };
  const wall = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of [
      ["ours", ours],
      ["theirs", theirs],
    ] as const) {
      const cpuBefore = cpuMs(decoders);
      const startMs = performance.now();
      for (const index of photographs.keys()) {
        await run(`http://127.0.0.1:${port}/${index}/${name}-${round}`);
      }
      wall[name].push((performance.now() - startMs) / photographs.length);
      cpu[name].push((cpuMs(decoders) - cpuBefore) / photographs.length);
    }
  }
  const line = (what: string, times: typeof wall) => {
    const [o, t] = [median(times.ours), median(times.theirs)];
    print(
      `  ${what.padEnd(5)} ${(o / t).toFixed(2)}  (${o.toFixed(1)} against ${t.toFixed(1)} ms)`,
    );
  };
  print(`\nCold, ${widthPx} px wide, bare fetch and sharp's WebP q75 = 1`);
  line("time", wall);
  // Without the decoders' share the number would be a flattering lie.
  const isWhole = decoders.some((pid) => existsSync(`/proc/${pid}`));
  if (isWhole) line("CPU", cpu);
  else print("  CPU   not measured: the decoders' share is not to be read on this system");
  print(`  decoders: ${thumbnails.stats().sandbox}`);
  thumbnails.close();
  host.close();
  await thumbnails.settled();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A picture that is there: the handler behind `node:http`, and `node:http` with the bytes alone. */
async function benchWarm(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
  const thumbnails = createThumbnails({
    keys: ["a key for the bench, thirty-two bytes or more"],
    dataDir,
    cacheBytesMax: 1e9,
    ownHosts: [],
    allowedPrivateHosts: [],
    allowPlainHttpAfterHttps: false,
    openLibraryPicture: async () => small[0] ?? null,
  });
  const address = thumbnails.sign("lib:bench", 320) ?? "";
  const never = new AbortController().signal;
  const answer = async () => {
    const request = new Request(`http://vitrine.example${address}`);
    return thumbnails.handle(request, { client: "bench", signal: never });
  };
  const first = Buffer.from(await (await answer()).arrayBuffer());
  const bare = createServer((_request, response) => void response.end(first));
  const ours = createServer(async (_request, response) => {
    const { status, headers, body } = await answer();
    response.writeHead(status, Object.fromEntries(headers));
    for await (const chunk of body ?? []) response.write(chunk);
    response.end();
  });
  const ports = { bare: await listen(bare), ours: await listen(ours) };
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const cpu = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds + 2; round += 1) {
    for (const name of ["bare", "ours"] as const) {
      const before = cpuMs([]);
      const requests = Array.from({ length: 400 }, () =>
        fetchBare(`http://127.0.0.1:${ports[name]}/`, agent),
      );
      await Promise.all(requests);
      if (round > 1) cpu[name].push(((cpuMs([]) - before) / 400) * 1_000);
    }
  }
  const [o, b] = [median(cpu.ours), median(cpu.bare)];
  print("\nWarm, client included, bare node:http = 1");
  print(`  CPU   ${(o / b).toFixed(2)}  (${o.toFixed(0)} against ${b.toFixed(0)} µs)`);
  agent.destroy();
  thumbnails.close();
  bare.close();
  ours.close();
  await thumbnails.settled();
  rmSync(dataDir, { recursive: true, force: true });
}
