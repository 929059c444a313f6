import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "./errors";

/** Set by lib/programs/build.mjs. */
declare const VITRINE_BUILD: string | undefined;

/** The build that this program is part of; null if it runs from its source, as in tests and `next dev`. */
export const BUILD: string | null = typeof VITRINE_BUILD === "undefined" ? null : VITRINE_BUILD;

/**
 * Compares this program's build with that of a program it exchanges messages with. They differ if a
 * build replaced the files from which a running server starts its threads and decoders.
 *
 * @throws AppError internal if they differ
 */
export function assertSameBuild(other: unknown): void {
  if (BUILD === null || other === null || other === BUILD) return;
  throw new AppError("internal", "The server was upgraded on disk: restart it");
}

let pages: string | null = null;

/** The build of the pages; null under `next dev`, which has none. */
export function pagesBuild(): string | null {
  pages ??= readPagesBuild();
  return pages;
}

function readPagesBuild(): string | null {
  try {
    const root = /* turbopackIgnore: true */ process.cwd();
    return readFileSync(join(root, ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return null;
  }
}
