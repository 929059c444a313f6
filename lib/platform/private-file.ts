import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a file with this text that only its owner can read (mode 0600), and its folder (mode 0700).
 * Does nothing if the file exists.
 *
 * The complete file is put in place by a link, which only one process can create. It is flushed
 * first, because a power failure could leave its name without its text. It is closed first, because
 * closing a file drops every lock that this process has on it (SQLite, "How To Corrupt An SQLite
 * Database File", §2.2).
 */
export function createPrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
