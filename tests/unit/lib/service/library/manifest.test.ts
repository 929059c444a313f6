import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ManifestError, readManifest } from "@/lib/service/library/manifest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

function write(content: unknown): string {
  const path = join(temporaryFolder(), "manifest.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function problemsOf(content: unknown): Promise<readonly string[]> {
  const error = await readManifest(write(content)).catch((cause: unknown) => cause);
  return error instanceof ManifestError ? error.problems : [];
}

test("a picture needs nothing but its file", async () => {
  const manifest = { pictures: [{ file: "a/barn.jpg" }] };
  expect(await readManifest(write(manifest))).toEqual(manifest);
});

test("texts are one line, without control characters and marks that change its direction", async () => {
  const text = "Ada\0\u001b[31m\u202eOkoye\n";
  const said = { name: text, keywords: [text], creator: text, copyright: text, licence: text };
  const clean = "Ada [31mOkoye";
  expect(await readManifest(write({ pictures: [{ file: "a.jpg", ...said }] }))).toEqual({
    pictures: [
      {
        ...{ file: "a.jpg", name: clean, keywords: [clean] },
        ...{ creator: clean, copyright: clean, licence: clean },
      },
    ],
  });
});

test("a path that no database could index is refused", async () => {
  const file = (length: number) => ({ pictures: [{ file: `${"\u6751".repeat(length)}.jpg` }] });
  expect(await problemsOf(file(800))).toEqual([]);
  expect(await problemsOf(file(900))).toEqual(["pictures.0.file: is too long"]);
});

test("all problems are reported at once, by path", async () => {
  const problems = await problemsOf({
    pictures: [
      { file: "a.jpg", hostUrl: "ftp://x.example", rating: "adult" },
      { name: "No file" },
      { file: "b.jpg", keyword: ["typing error"] },
    ],
  });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "pictures.0.hostUrl",
    "pictures.0.rating",
    "pictures.1.file",
    "pictures.2",
  ]);
});

test.each(["../up.jpg", "/etc/passwd.jpg", "a/../../b.jpg", "a\\b.jpg", "c:/x.jpg", "a//b.jpg"])(
  "a file outside the manifest's folder is refused: %s",
  async (file) => {
    expect(await problemsOf({ pictures: [{ file }] })).toHaveLength(1);
  },
);

test.each([
  ["longer than 2048 characters once written out", `https://x.example/${"é".repeat(1000)}`],
  ["with a password alone", "https://:secret@x.example/"],
  ["with a user", "https://me@x.example/"],
  ["of another kind", "javascript:alert(1)"],
])("an address %s is refused, for no answer could carry it", async (_, address) => {
  const pictures = [{ file: "a.jpg", hostUrl: address, imageUrl: address }];
  expect(await problemsOf({ pictures })).toHaveLength(2);
});

test.each([
  '{ "__proto__": { "polluted": 1 }, "pictures": [] }',
  '{ "pictures": [{ "file": "a.jpg", "__proto__": { "polluted": 1 } }] }',
  '{ "pictures": [{ "file": "a.jpg", "constructor": { "prototype": { "polluted": 1 } } }] }',
])("a manifest with the key of a prototype is refused: %s", async (content) => {
  expect(await problemsOf(content)).toEqual([expect.stringContaining("Unrecognized key")]);
  expect("polluted" in {}).toBe(false);
});

test("what a manifest says of its collection reaches no prototype", async () => {
  const loose =
    '{ "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } } }';
  const { pictures } = await readManifest(
    write(`{ "collection": ${loose}, "pictures": [{ "file": "a.jpg", "pick": ${loose} }] }`),
  );
  expect(pictures[0]?.pick?.polluted).toBeUndefined();
  expect("polluted" in {}).toBe(false);
});

test("of many problems, the first 20 are reported, each in one short line", async () => {
  const problems = await problemsOf({
    pictures: [{ ["x".repeat(10_000)]: 1 }, ...Array(9_999).fill(1)],
  });
  expect(problems).toHaveLength(20);
  expect(problems.join("").length).toBeLessThan(20 * 301);
});

test("a manifest above 500 MB is refused without being read", async () => {
  const path = write("{}");
  truncateSync(path, 500_000_001);
  await expect(readManifest(path)).rejects.toThrow("larger than 500 MB");
});

test("entries that would share an id are refused", async () => {
  const twice = { pictures: [{ file: "a.jpg" }, { file: "a.jpg" }] };
  expect(await problemsOf(twice)).toEqual(["pictures: a.jpg is listed more than once"]);
});

test("invalid JSON and a missing file are reported as such", async () => {
  expect(await problemsOf("{")).toEqual(["the file is not JSON"]);
  await expect(readManifest("/nowhere/manifest.json")).rejects.toThrow("there is no such file");
});

test("a picture's size, colour, transparency and site are read, and malformed ones named", async () => {
  const declared = {
    file: "a.jpg",
    host: "Museum.Example",
    width: 640,
    height: 480,
    accentColor: "#AA3322",
    transparent: true,
  };
  expect(await readManifest(write({ pictures: [declared] }))).toEqual({
    pictures: [{ ...declared, host: "museum.example", accentColor: "#aa3322" }],
  });
  const problems = await problemsOf({
    pictures: [
      { file: "a.jpg", width: 0, height: 1.5, accentColor: "red", transparent: "no" },
      { file: "b.jpg", width: 100_001, host: "https://museum.example/a" },
    ],
  });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "pictures.0.width",
    "pictures.0.height",
    "pictures.0.accentColor",
    "pictures.0.transparent",
    "pictures.1.host",
    "pictures.1.width",
  ]);
});
