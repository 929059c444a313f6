import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSecret } from "@/lib/server/state/kept-secret";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vitrine-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a secret is made once and then stays the same", () => {
  const first = keptSecret(folder, "service-key");
  expect(Buffer.from(first, "base64url")).toHaveLength(32);
  expect(keptSecret(folder, "service-key")).toBe(first);
  expect(keptSecret(folder, "another")).not.toBe(first);
});

test("nobody but its owner may read it, and no draft is left behind", () => {
  keptSecret(folder, "service-key");
  expect(readdirSync(folder)).toEqual(["service-key.secret"]);
  expect(statSync(join(folder, "service-key.secret")).mode & 0o777).toBe(0o600);
});
