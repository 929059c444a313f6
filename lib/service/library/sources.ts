import "server-only";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { SourceLocation } from "@/lib/state/library-store";
import { readManifest } from "./manifest";

/** Returns the folder that contains a source's pictures. */
export function rootOf({ kind, location }: SourceLocation): string {
  return kind === "folder" ? location : dirname(location);
}

/**
 * Returns the source at a path: a folder, or a manifest, which is validated. Returns null if the
 * path does not exist.
 *
 * @throws ManifestError if the path is a file but not a valid manifest.
 */
export async function locateSource(path: string): Promise<SourceLocation | null> {
  const location = resolve(path);
  const found = await stat(location).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return { location, kind: "folder" };
  await readManifest(location);
  return { location, kind: "manifest" };
}
