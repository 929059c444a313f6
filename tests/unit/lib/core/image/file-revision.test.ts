import { expect, test } from "vitest";
import { fileRevision, modifiedMsOf } from "@/lib/core/image/file-revision";

test("a time that no date can hold counts as the last one, with a revision of its own", () => {
  const modifiedMs = modifiedMsOf({ mtimeMs: 9.223372036854776e21 });
  expect(new Date(modifiedMs).getTime()).toBe(modifiedMs);
  expect(Number.isSafeInteger(modifiedMs)).toBe(true);
  expect(Number.isSafeInteger(modifiedMsOf({ mtimeMs: -1e300 }))).toBe(true);
  expect(fileRevision(1, modifiedMs)).toMatch(/^1-[0-9a-z]+$/);
  expect(modifiedMsOf({ mtimeMs: 1_700_000_000_000.7 })).toBe(1_700_000_000_000);
});
