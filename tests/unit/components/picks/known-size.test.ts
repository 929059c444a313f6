import { expect, test } from "vitest";
import { knownSize } from "@/components/image-dialogs/known-size";
import type { ImageCheck } from "@/lib/contract/still-there";

function checked(state: ImageCheck["state"], sizeBytes: number | null) {
  const validators = { etag: null, lastModified: null, sizeBytes };
  return { check: { state, movedTo: null, validators, at: "2026-11-23T10:00:00.000Z" } };
}

test("only the sizes of files that still exist count", () => {
  expect(
    knownSize([
      checked("there", 4_000_000),
      checked("changed", 1_500_000),
      checked("there", null),
      checked("there", 0),
      checked("gone", 9_000_000),
      checked("unknown", 9_000_000),
      {},
    ]),
  ).toEqual({ bytes: 5_500_000, knownCount: 2 });
  expect(knownSize([])).toEqual({ bytes: 0, knownCount: 0 });
});
