import "server-only";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { SourcePlace } from "@/lib/state/library-store";
import { readManifest } from "./manifest";

/** Returns the folder that a source's pictures lie in. */
export function rootOf({ kind, location }: SourcePlace): string {
  return kind === "folder" ? location : dirname(location);
}

/**
 * Finds what a path names: a folder, or a manifest, which is validated. Returns null if nothing is
 * there.
 *
 * @throws ManifestError if it is a file that is not a manifest.
 */
export async function locateSource(path: string): Promise<SourcePlace | null> {
  const location = resolve(path);
  const found = await stat(location).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return { location, kind: "folder" };
  await readManifest(location);
  return { location, kind: "manifest" };
}
