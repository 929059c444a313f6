import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pathsToCover } from "@/lib/thumbnails/decoder-sandbox";

let folder: string;
let program: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "vitrine-hidden-")));
  for (const name of ["programs", "node_modules", "secrets"]) mkdirSync(join(folder, name));
  program = join(folder, "programs", "decoder.mjs");
  writeFileSync(program, "");
  writeFileSync(join(folder, "secrets", "key"), "secret");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("of what lies in another the outer one alone is covered, in whatever order it is named", () => {
  const [secrets, key] = [join(folder, "secrets"), join(folder, "secrets", "key")];
  expect(pathsToCover([secrets, key], program)).toEqual([secrets]);
  expect(pathsToCover([key, secrets, secrets], program)).toEqual([secrets]);
});

test("where a link leads is covered, and what is not there is not", () => {
  const linked = join(folder, "linked");
  symlinkSync(join(folder, "secrets", "key"), linked);
  const hidden = [linked, join(folder, "not-there")];
  expect(pathsToCover(hidden, program)).toEqual([join(folder, "secrets", "key")]);
});

test("around the decoder all else is covered; in a crowd at least what is named", () => {
  expect(pathsToCover([folder], program)).toEqual([join(folder, "secrets")]);
  for (let n = 0; n < 300; n += 1) writeFileSync(join(folder, `photograph-${n}`), "");
  const named = Array.from({ length: 300 }, (_, n) => join(folder, `photograph-${n}`));
  expect(pathsToCover([folder, ...named], program)).toEqual(expect.arrayContaining(named));
});
