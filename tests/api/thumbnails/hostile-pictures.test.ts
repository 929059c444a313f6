import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ThumbnailJob } from "@/lib/decoding/decoder-protocol";
import { createDecoderPool, DECODER_LIMITS, type DecoderPool } from "@/lib/thumbnails/decoder-pool";
import { cpuMs, descendants } from "@/tests/bench/support/cpu-time";
import { hostilePictures } from "@/tests/support/pictures/hostile-pictures";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";

const JOB: ThumbnailJob = {
  widthPx: 320,
  format: "webp",
  effort: "quick",
  pixelsMax: 40_000_000,
  isForeign: true,
};
const signal = new AbortController().signal;
const PICTURES = await hostilePictures();

let pool: DecoderPool;
beforeAll(async () => {
  const path = join(process.cwd(), ".programs", "decoder.mjs");
  pool = createDecoderPool(
    { path, hiddenPaths: [], isBackground: false },
    { ...DECODER_LIMITS, processes: 1 },
  );
  await decode(readFileSync(photographPath("acanthus-mollis")));
});
afterAll(() => pool.close());

async function decode(bytes: Buffer, job: Partial<ThumbnailJob> = {}) {
  return pool.run({ kind: "thumbnail", ...JOB, ...job }, bytes, {
    signal,
    visitor: "a",
  });
}

test.each(PICTURES)("$name does no harm", async ({ bytes, outcomes }) => {
  const cpuBeforeMs = cpuMs(descendants());
  const { answer, body } = await decode(bytes);
  // CPU time, which does not depend on the machine's other work.
  expect(cpuMs(descendants()) - cpuBeforeMs).toBeLessThan(2_000);
  const outcome = answer.status === "made" ? "shown" : answer.status;
  expect(outcomes).toContain(outcome);
  expect(answer.rssBytes).toBeLessThan(DECODER_LIMITS.rssBytesMax);
  // No bytes of the source are passed through.
  expect(body.includes("MARKER")).toBe(false);
  expect(pool.stats().deaths).toBe(0);
});

test("a photograph cut short at 64 places never ends a decoder, and is not shown", async () => {
  const whole = readFileSync(photographPath("nagasaki-boats"));
  const statuses: string[] = [];
  for (let part = 0; part < 64; part += 1) {
    const cut = whole.subarray(0, Math.floor((whole.length * part) / 64));
    statuses.push((await decode(cut)).answer.status);
  }
  expect(new Set(statuses)).toEqual(new Set(["not-a-picture"]));
  expect(pool.stats().deaths).toBe(0);
});

test("500 photographs with flipped bits never end a decoder", async () => {
  const whole = await sharp(photographPath("acanthus-mollis")).resize(200).jpeg().toBuffer();
  for (let round = 0; round < 500; round += 1) {
    const flipped = Buffer.from(whole);
    for (let n = 0; n <= round % 4; n += 1) {
      const at = (round * 7_919 + n * 104_729) % flipped.length;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (round % 8));
    }
    expect(["made", "not-a-picture", "too-large"]).toContain((await decode(flipped)).answer.status);
  }
  expect(pool.stats().deaths).toBe(0);
});

test.each(PHOTOGRAPHS)(
  "the real photograph %s causes no warning that would reject it",
  async (name) => {
    expect((await decode(readFileSync(photographPath(name)))).answer.status).toBe("made");
  },
);

test("location, camera and comments are removed, and the picture is upright", async () => {
  const turned = await sharp({
    create: { width: 600, height: 400, channels: 3, background: "#373" },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: "SECRETNAME" },
      IFD3: { GPSLatitude: "52/1 31/1 0/1", GPSLatitudeRef: "N" },
    })
    .jpeg()
    .toBuffer();
  expect((await sharp(turned).metadata()).orientation).toBe(6);
  for (const format of ["avif", "webp", "jpeg"] as const) {
    const { body } = await decode(turned, { format });
    const { width, height, exif, icc, xmp, orientation } = await sharp(body).metadata();
    expect({ width, height, exif, icc, xmp, orientation: orientation ?? 1 }).toEqual({
      width: 320,
      height: 480,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: 1,
    });
    expect(body.includes("SECRETNAME")).toBe(false);
  }
});

test("wide colours become the same colours in sRGB", async () => {
  const wide = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#e02020" },
  })
    .withIccProfile("p3")
    .png()
    .toBuffer();
  const { body } = await decode(wide);
  const { dominant } = await sharp(body).stats();
  expect(dominant.r).toBeGreaterThan(208);
  expect(Math.max(dominant.g, dominant.b)).toBeLessThan(56);
});

test("a small picture is not enlarged", async () => {
  const small = await sharp({ create: { width: 90, height: 60, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();
  expect((await decode(small)).answer).toMatchObject({ status: "made", widthPx: 90, heightPx: 60 });
});

test("a strip a thousand times as high as wide is bounded in both directions", async () => {
  const strip = await sharp({
    create: { width: 20, height: 20_000, channels: 3, background: "#333" },
  })
    .png()
    .toBuffer();
  const { answer } = await decode(strip);
  expect(answer).toMatchObject({ status: "made", widthPx: 16, heightPx: 16_383 });
});
