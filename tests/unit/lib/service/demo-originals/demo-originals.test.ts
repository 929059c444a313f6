import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDemoOriginals } from "@/lib/service/demo-originals/demo-originals";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const LIGHTHOUSE = { id: "lighthouse-01", format: "jpeg" } as const;
const DRAWN = new Uint8Array([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]);

/** Originals whose drawing is quick, and counted. */
function countedOriginals(dataDir: string) {
  const drawn: string[] = [];
  const originals = createDemoOriginals({
    dataDir,
    pool: {
      async ask(_call, { id }) {
        drawn.push(id);
        return DRAWN;
      },
      async close() {},
    },
  });
  return { originals, drawn };
}

test("many who ask for one picture at once wait for one drawing", async () => {
  const { originals, drawn } = countedOriginals(temporaryFolder());
  const opened = await Promise.all(Array.from({ length: 50 }, () => originals.open(LIGHTHOUSE)));
  expect(drawn).toEqual(["lighthouse-01"]);
  expect(new Set(opened.map(({ sizeBytes }) => sizeBytes))).toEqual(new Set([DRAWN.length]));
});

test("a picture is drawn once, also over a restart", async () => {
  const dataDir = temporaryFolder();
  await countedOriginals(dataDir).originals.open(LIGHTHOUSE);
  const { originals, drawn } = countedOriginals(dataDir);
  const { stream } = await originals.open(LIGHTHOUSE);
  expect(drawn).toEqual([]);
  expect(new Uint8Array(await new Response(stream()).arrayBuffer())).toEqual(DRAWN);
});

test("a file that lost its end is drawn again", async () => {
  const dataDir = temporaryFolder();
  await countedOriginals(dataDir).originals.open(LIGHTHOUSE);
  const [version = ""] = readdirSync(join(dataDir, "demo"));
  writeFileSync(join(dataDir, "demo", version, "lighthouse-01.jpeg"), DRAWN.subarray(0, 3));
  const { originals, drawn } = countedOriginals(dataDir);
  expect((await originals.open(LIGHTHOUSE)).sizeBytes).toBe(DRAWN.length);
  expect(drawn).toEqual(["lighthouse-01"]);
});
