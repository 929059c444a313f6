import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadOrCreateSecret, loadOrCreateTemporarySecret } from "@/lib/platform/secret-file";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test("a secret is generated once and then stays the same", () => {
  const first = loadOrCreateSecret(folder, "service-key");
  expect(Buffer.from(first, "base64url")).toHaveLength(32);
  expect(loadOrCreateSecret(folder, "service-key")).toBe(first);
  expect(loadOrCreateSecret(folder, "another")).not.toBe(first);
});

test("only its owner may read it, and no temporary file remains", () => {
  loadOrCreateSecret(folder, "service-key");
  expect(readdirSync(folder)).toEqual(["service-key.secret"]);
  expect(statSync(join(folder, "service-key.secret")).mode & 0o777).toBe(0o600);
});

test("an empty file is refused, because an empty secret would be known to all", () => {
  for (const text of ["", "\n", "half-a-secr"]) {
    writeFileSync(join(folder, "service-key.secret"), text);
    expect(() => loadOrCreateSecret(folder, "service-key")).toThrow("damaged");
    expect(readFileSync(join(folder, "service-key.secret"), "utf8")).toBe(text);
  }
});

test("a secret that cannot be moved into place leaves no temporary file", () => {
  mkdirSync(join(folder, "a".repeat(200)));
  const name = `${"a".repeat(200)}/${"b".repeat(240)}`; // its draft's name is too long for a file
  expect(() => loadOrCreateSecret(folder, name)).toThrow("ENAMETOOLONG");
  symlinkSync("nowhere", join(folder, "service-key.secret")); // there, and yet not
  expect(() => loadOrCreateSecret(folder, "service-key")).toThrow("gone");
  expect(readdirSync(folder).sort()).toEqual(["a".repeat(200), "service-key.secret"]);
});

test("if no secret can be stored, this process gets its own, and the failure is reported", () => {
  const causes: unknown[] = [];
  const nowhere = "/dev/null/nowhere";
  const secret = loadOrCreateTemporarySecret(nowhere, "thumbnail-key", (cause) =>
    causes.push(cause),
  );
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(causes).toEqual([expect.objectContaining({ code: "ENOTDIR" })]);
  writeFileSync(join(folder, "thumbnail-key.secret"), "damaged");
  expect(() => loadOrCreateTemporarySecret(folder, "thumbnail-key", () => {})).toThrow(/damaged/);
});
