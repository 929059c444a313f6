import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder of its own; gone when the tests of its file have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-test-"));
  folders.push(folder);
  return folder;
}
