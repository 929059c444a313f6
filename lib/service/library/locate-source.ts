import "server-only";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readManifest } from "./manifest";
import type { Source } from "./sources";

/** What a person named as a source; null if there is nothing at that place. */
export type LocatedSource = Pick<Source, "location" | "kind">;

/**
 * Finds what a path names: a folder, or a manifest, which is read to be sure of it.
 *
 * @throws ManifestError if it is a file that is no manifest.
 */
export async function locateSource(path: string): Promise<LocatedSource | null> {
  const location = resolve(path);
  const found = await stat(location).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return { location, kind: "folder" };
  await readManifest(location);
  return { location, kind: "manifest" };
}
