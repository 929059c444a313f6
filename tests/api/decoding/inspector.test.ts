import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { NO_METADATA } from "@/lib/decoding/file-metadata";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { createInspector } from "@/lib/decoding/inspector";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";

const DECODER = resolve(".programs", "decoder.mjs");

function anInspector(path = DECODER) {
  const inspector = createInspector({ path, hiddenPaths: [], isBackground: true });
  onTestFinished(() => inspector.close());
  return inspector.inspect;
}

test("pictures are inspected in other processes, several at once, with the same result", async () => {
  const inspect = anInspector();
  const files = PHOTOGRAPHS.map((name) => readFileSync(photographPath(name)));
  files.push(await sharp(files[0]).tiff().toBuffer());
  files.push(await sharp(files[0]).keepMetadata().png().toBuffer());
  const inspected = await Promise.all(files.map(inspect));
  expect(inspected).toEqual(await Promise.all(files.map((each) => inspectPicture(each))));
});

test("a file that is no picture is refused with the reason", async () => {
  const inspect = anInspector();
  const photograph = readFileSync(photographPath(PHOTOGRAPHS[0]));
  for (const [bytes, reason] of [
    [Buffer.alloc(0), /empty/],
    [Buffer.from("not a picture"), /not a JPEG/],
    [photograph.subarray(0, photograph.length / 2), /damaged/],
  ] as const) {
    await expect(inspect(bytes)).rejects.toThrow(UnusablePictureError);
    await expect(inspect(bytes)).rejects.toThrow(reason);
  }
});

/** A decoder that a picture has taken over: it answers each job with this text. */
function aTakenDecoder(answer: string): string {
  const path = join(temporaryFolder(), "decoder.mjs");
  const program = `
    const send = (text) => {
      const header = Buffer.from(text);
      const prefix = Buffer.alloc(8);
      prefix.writeUInt32BE(header.length, 0);
      process.stdout.write(Buffer.concat([prefix, header]));
    };
    send('{"status":"ready","rssBytes":1,"detail":""}');
    process.stdin.once("data", () => send(${JSON.stringify(answer)}));`;
  writeFileSync(path, program);
  return path;
}

const INSPECTED = {
  format: "jpeg",
  widthPx: 10,
  heightPx: 10,
  accentColor: "#aabbcc",
  isTransparent: false,
  fingerprint: { text: `${"A".repeat(811)}=`, keys: [1] },
  metadata: NO_METADATA,
};

/** Spreading would lose an own property `__proto__`. */
const propertiesOf = (...objects: object[]) =>
  Object.fromEntries(
    objects.flatMap((each) => Object.entries(Object.getOwnPropertyDescriptors(each))),
  );

test.each([
  ["text for a colour", { accentColor: "url(https://evil.example)" }],
  ["another format", { format: "png" }],
  ["a size of zero", { widthPx: 0 }],
  ["a line break in a title", { metadata: { ...NO_METADATA, title: "a\nb" } }],
  ["a long title", { metadata: { ...NO_METADATA, title: "a".repeat(601) } }],
  ["too many keywords", { metadata: { ...NO_METADATA, keywords: Array(201).fill("a") } }],
  ["a script for a page", { metadata: { ...NO_METADATA, sourcePage: "javascript:alert(1)" } }],
  ["text for a date", { metadata: { ...NO_METADATA, takenAt: "yesterday" } }],
  ["an unknown field", { metadata: { ...NO_METADATA, host: "evil.example" } }],
  ["no metadata", { metadata: undefined }],
  ["a prototype", JSON.parse(`{"__proto__":{"format":"jpeg"}}`)],
  ["a prototype of its metadata", { metadata: JSON.parse('{"__proto__":{"title":"a"}}') }],
  ["a long fingerprint", { fingerprint: { text: "A".repeat(200), keys: [1] } }],
  ["a direction mark in a copyright", { metadata: { ...NO_METADATA, copyright: "a\u202eb" } }],
  ["a private page", { metadata: { ...NO_METADATA, sourcePage: "http://169.254.169.254/a" } }],
  ["an impossible date", { metadata: { ...NO_METADATA, takenAt: "9999-99-99T99:99:99" } }],
  ["more pixels than are decoded", { widthPx: 200_000_000, heightPx: 2 }],
  ["no inspection", undefined],
])("a decoder that answers with %s is not believed", async (_what, wrong) => {
  const answer = (inspection: unknown) =>
    JSON.stringify({ status: "inspected", rssBytes: 1, inspection });
  const photograph = readFileSync(photographPath(PHOTOGRAPHS[0]));
  const honest = anInspector(aTakenDecoder(answer(INSPECTED)));
  expect(await honest(photograph)).toEqual(INSPECTED);
  const lie = wrong && Object.defineProperties({}, propertiesOf({ ...INSPECTED }, wrong));
  const lying = anInspector(aTakenDecoder(answer(lie)));
  await expect(lying(photograph)).rejects.toThrow("its decoder gave no usable answer");
});

test.each([
  "{}",
  '{"toString":null,"valueOf":null}',
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
])("a decoder that refuses a picture without a text is not believed: %#", async (detail) => {
  const inspect = anInspector(
    aTakenDecoder(`{"status":"not-a-picture","rssBytes":1,"detail":${detail}}`),
  );
  await expect(inspect(Buffer.from("x"))).rejects.toThrow("it ended its decoder twice");
});

test("a decoder's reason is one line", async () => {
  const detail = JSON.stringify("damaged\n\u001b[31m\u202ered");
  const inspect = anInspector(
    aTakenDecoder(`{"status":"not-a-picture","rssBytes":1,"detail":${detail}}`),
  );
  await expect(inspect(Buffer.from("x"))).rejects.toThrow(/^damaged \[31mred$/);
});

test("a picture that ends every decoder is refused, and the next one gets a new decoder", async () => {
  const inspect = anInspector(aTakenDecoder("not JSON"));
  await expect(inspect(Buffer.from("x"))).rejects.toThrow("it ended its decoder twice");
  await expect(inspect(Buffer.from("y"))).rejects.toThrow("it ended its decoder twice");
});
