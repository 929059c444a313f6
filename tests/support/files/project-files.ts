import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT_ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const NOT_OURS = new Set([
  ".git",
  ".next",
  ".data",
  ".programs",
  ".server",
  "dist",
  "node_modules",
  "test-results",
]);

/** Sorted paths, relative to the root, of project files whose name matches. */
export function projectFiles(namePattern: RegExp, folder = ""): string[] {
  const found: string[] = [];
  const walk = (path: string) => {
    for (const entry of readdirSync(join(PROJECT_ROOT, path), { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name)) continue;
      const child = join(path, entry.name);
      if (entry.isDirectory()) walk(child);
      else if (namePattern.test(entry.name)) found.push(relative("", child));
    }
  };
  walk(folder);
  return found.sort();
}
