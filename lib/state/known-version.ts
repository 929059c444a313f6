import "server-only";

/** How many versions a part of the store may be ahead of the program, during a rolling update. */
const VERSIONS_AHEAD_MAX = 1;

/** This program must not use the store: its tables are those of another version. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/** @throws StoreVersionError if the store is more than one version ahead of the program. */
export function assertKnownVersion(part: string, version: number, newest: number): void {
  if (version <= newest + VERSIONS_AHEAD_MAX) return;
  throw new StoreVersionError(
    `the store has version ${version} of ${part}, and this program knows version ${newest}: start a newer version of Vitrine`,
  );
}

/**
 * The parts that only builds before the first release have made: their tables have other columns.
 * Such a store is left as it is.
 */
const PARTS_OF_OLD_BUILDS: ReadonlySet<string> = new Set([
  "answers",
  "searches",
  "paid-searches",
  "accounts",
  "library",
]);

/**
 * @param remedy what the operator can do, as an imperative.
 * @throws StoreVersionError if one of `parts`, which a store has, is that of an old build.
 */
export function assertNotOld(parts: readonly string[], remedy: string): void {
  if (!parts.some((part) => PARTS_OF_OLD_BUILDS.has(part))) return;
  throw new StoreVersionError(
    `the store was made by a build before the first release, whose data this version cannot read; nothing in it was changed: ${remedy}`,
  );
}
