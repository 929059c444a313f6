import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { pathsToCover } from "@/lib/decoding/decoder-sandbox";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

let folder: string;
let program: string;
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
  for (const name of ["programs", "node_modules", "secrets"]) mkdirSync(join(folder, name));
  program = join(folder, "programs", "decoder.mjs");
  writeFileSync(program, "");
  writeFileSync(join(folder, "secrets", "key"), "secret");
});

test("only the outermost of nested paths is covered, in whatever order they are listed", () => {
  const [secrets, key] = [join(folder, "secrets"), join(folder, "secrets", "key")];
  expect(pathsToCover([secrets, key], program)).toEqual([secrets]);
  expect(pathsToCover([key, secrets, secrets], program)).toEqual([secrets]);
});

test("the target of a link is covered, and a missing path is not", () => {
  const linked = join(folder, "linked");
  symlinkSync(join(folder, "secrets", "key"), linked);
  const hidden = [linked, join(folder, "not-there")];
  expect(pathsToCover(hidden, program)).toEqual([join(folder, "secrets", "key")]);
});

test("everything around the decoder is covered; in a large folder at least the listed paths", () => {
  expect(pathsToCover([folder], program)).toEqual([join(folder, "secrets")]);
  for (let n = 0; n < 300; n += 1) writeFileSync(join(folder, `photograph-${n}`), "");
  const named = Array.from({ length: 300 }, (_, n) => join(folder, `photograph-${n}`));
  expect(pathsToCover([folder, ...named], program)).toEqual(expect.arrayContaining(named));
});
