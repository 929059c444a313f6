import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { photographPath } from "@/tests/support/pictures/photographs";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("acanthus-mollis"));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A library that reads files only when `release` is called; `opened` is the order. */
function gatedLibrary() {
  const opened: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const thumbnails = thumbnailsInTest({
    readLibraryImage: async (id) => {
      opened.push(id);
      await gate;
      return PHOTOGRAPH;
    },
  });
  ends.push(thumbnails.dispose);
  return { thumbnails, opened, release };
}

const ids = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

const askFor = (thumbnails: TestThumbnails, names: string[], visitor: string) =>
  names.map(async (id) => {
    const url = signed(thumbnails, `lib:${id}`);
    return (await thumbnails.ask(url, { visitor, accept: "image/webp" })).status;
  });

test("one visitor's hundred thumbnails are not all made before another visitor's three", async () => {
  const { thumbnails, opened, release } = gatedLibrary();
  const greedy = askFor(thumbnails, ids("greedy", 100), "greedy");
  await expect.poll(() => thumbnails.stats().library).toEqual({ running: 4, waiting: 96 });
  const modest = askFor(thumbnails, ids("modest", 3), "modest");
  await expect.poll(() => thumbnails.stats().library).toEqual({ running: 4, waiting: 99 });
  release();
  expect(new Set(await Promise.all([...greedy, ...modest]))).toEqual(new Set([200]));
  const turns = opened.flatMap((id, turn) => (id.startsWith("modest") ? [turn] : []));
  // Four were running; after them the two visitors take turns.
  expect(Math.max(...turns)).toBeLessThan(4 + 2 * 3);
});

test("a request fails with 503 and a time to retry before its connection would time out", async () => {
  const thumbnails = thumbnailsInTest({
    answerMs: 20,
    readLibraryImage: () => new Promise(() => {}),
  });
  ends.push(thumbnails.dispose);
  const { status, headers } = await thumbnails.ask(signed(thumbnails, "lib:slow"));
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
});

test("twelve large images of the library at once are all shown", async () => {
  const large = Buffer.concat([PHOTOGRAPH, Buffer.alloc(43.5 * 1024 * 1024)]);
  const thumbnails = thumbnailsInTest({ readLibraryImage: async () => large });
  ends.push(thumbnails.dispose);
  const statuses = await Promise.all(askFor(thumbnails, ids("large", 12), "visitor"));
  expect(new Set(statuses)).toEqual(new Set([200]));
});
