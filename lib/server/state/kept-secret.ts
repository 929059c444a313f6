import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A secret of this installation: made at first use, then kept in `dataDir` as a file that only its
 * owner may read (mode 0600). Answers 32 random bytes as base64url text.
 *
 * Processes that start together agree: a complete file is put in place by a link, which only one
 * of them can make; the others read that one.
 */
export function keptSecret(dataDir: string, name: string): string {
  const path = join(dataDir, `${name}.secret`);
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  }
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}
