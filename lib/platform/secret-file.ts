import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A shorter text is what is left of a secret, and an empty one would be everybody's. */
const CHARACTERS_MIN = 32;

/**
 * A secret of this installation: made at first use, then kept in `dataDir` as a file that only its
 * owner may read (mode 0600). Answers 32 random bytes as base64url text.
 *
 * Processes that start together agree: a complete file is put in place by a link, which only one
 * of them can make; the others read that one.
 *
 * @throws an Error if the file can't be read or written, or holds no whole secret.
 */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const path = join(dataDir, `${name}.secret`);
  return readSecret(path) ?? makeSecret(dataDir, path);
}

/**
 * `loadOrCreateSecret`, or where none can be kept (a full disk, a folder that can't be written) one that
 * this process alone has: for secrets that a restart may change. `onFailure` hears why.
 *
 * @throws an Error if there is a kept one and it is damaged.
 */
export function loadOrCreateTemporarySecret(
  dataDir: string,
  name: string,
  onFailure: (cause: unknown) => void,
): string {
  try {
    return loadOrCreateSecret(dataDir, name);
  } catch (cause) {
    if (typeof (cause as NodeJS.ErrnoException).code !== "string") throw cause;
    onFailure(cause);
    return newSecret();
  }
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function makeSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    // Flushed, or a machine that loses power may keep the name without the text.
    const text = `${newSecret()}\n`;
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readSecret(path);
  if (kept === null) throw new Error(`${path} is gone as soon as it was made`);
  return kept;
}

/** Null if there is no such file. */
function readSecret(path: string): string | null {
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (secret.length < CHARACTERS_MIN) {
    throw new Error(`${path} is damaged; delete it, and a new secret is made`);
  }
  return secret;
}
