import { expect, test } from "vitest";
import type { FileValidators } from "@/lib/contract/still-there";
import { imageState } from "@/lib/core/image/image-state";

const NOW: FileValidators = { etag: '"b"', lastModified: "Mon", sizeBytes: 10 };
const NONE: FileValidators = { etag: null, lastModified: null, sizeBytes: null };

const stateOf = (before: FileValidators | null, movedTo: string | null = null) =>
  imageState({ kind: "image", movedTo, validators: NOW }, before).state;

test.each([
  ["never asked before", null, "there"],
  ["nothing known of before", NONE, "there"],
  ["the same", NOW, "there"],
  ["another size", { ...NOW, sizeBytes: 11 }, "changed"],
  ["another size, under the same ETag", { ...NONE, etag: '"b"', sizeBytes: 11 }, "changed"],
  ["another ETag alone", { ...NONE, etag: '"a"' }, "changed"],
  ["another ETag, of another server of the host", { ...NOW, etag: '"a"' }, "there"],
  ["another time alone", { ...NONE, lastModified: "Sun" }, "changed"],
  ["another time, under the same ETag", { ...NOW, lastModified: "Sun" }, "there"],
  ["another time, and the same size", { ...NONE, lastModified: "Sun", sizeBytes: 10 }, "changed"],
  ["the same size alone", { ...NONE, sizeBytes: 10 }, "there"],
])("%s", (_what, before, state) => {
  expect(stateOf(before)).toBe(state);
});

test("an image that moved is not called changed as well", () => {
  const movedTo = "https://new.example/a.jpg";
  expect(stateOf({ ...NOW, sizeBytes: 11 }, movedTo)).toBe("moved");
});

test("without an image there is nothing to compare", () => {
  const states = (["other", "gone", "unknown"] as const).map((kind) => imageState({ kind }, NOW));
  expect(states).toEqual(
    ["changed", "gone", "unknown"].map((state) => ({ state, movedTo: null, validators: null })),
  );
});
