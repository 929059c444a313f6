import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createMetrics } from "@/lib/http/metrics";
import { photographPath } from "@/tests/support/pictures/photographs";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

let thumbnails: TestThumbnails;
afterEach(() => thumbnails.dispose());

test("the operator sees the thumbnail figures, and how strong the sandbox of decoders is", async () => {
  thumbnails = thumbnailsInTest({
    readLibraryImage: async (id) => (id === "one" ? PHOTOGRAPH : null),
  });
  const metrics = createMetrics();
  metrics.watchThumbnails(thumbnails.stats);
  const metricOf = async (name: string) => {
    const { text } = await metrics.expose("text");
    return Number(new RegExp(`^vitrine_thumbnail_${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  expect(await metricOf("made_total")).toBe(0);
  const sandbox = await thumbnails.sandbox();
  await thumbnails.ask(signed(thumbnails, "lib:one"), { accept: "image/webp" });
  await thumbnails.ask(signed(thumbnails, "lib:one"), { accept: "image/webp" });
  for (const id of ["gone", "lost"]) await thumbnails.ask(signed(thumbnails, `lib:${id}`));
  await thumbnails.ask("/thumb/forged");
  await thumbnails.settled();
  expect([await metricOf("made_total"), await metricOf("hits_total")]).toEqual([1, 1]);
  expect([await metricOf("cache_entries"), await metricOf("decoders")]).toEqual([1, 1]);
  expect(await metricOf("cache_bytes")).toBeGreaterThan(1_000);
  expect(await metricOf('failed_total\\{reason="gone",status="404"\\}')).toBe(2);
  expect(await metricOf('failed_total\\{reason="refused",status="403"\\}')).toBe(1);
  expect(await metricOf(`sandbox\\{level="${sandbox}"\\}`)).toBe(1);
});
