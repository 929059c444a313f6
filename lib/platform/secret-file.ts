import "server-only";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFile } from "./private-file";

/** A shorter text is damaged; everyone would know an empty secret. */
const CHARACTERS_MIN = 32;

/**
 * Returns a secret of this installation: 32 random bytes as base64url text, created at first use and
 * stored in `dataDir` as a file that only its owner may read (mode 0600).
 *
 * Processes that start together agree: one of them creates the file, and all of them read it.
 *
 * @throws Error if the file cannot be read or written, or is damaged.
 */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const path = join(dataDir, `${name}.secret`);
  const stored = readSecret(path);
  if (stored !== null) return stored;
  createPrivateFile(path, `${newSecret()}\n`);
  const created = readSecret(path);
  if (created === null) throw new Error(`${path} is gone as soon as it was made`);
  return created;
}

/**
 * Like `loadOrCreateSecret`, but if the disk is full or cannot be written, it returns a secret of
 * this process alone and calls `onFailure` with the error. Use it for secrets that a restart may
 * change.
 *
 * @throws Error if the file exists and is damaged.
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

/** Returns null if there is no file. */
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
