import "server-only";

/** During a rolling update, a part of the store may be this many versions ahead of the program. */
const VERSIONS_AHEAD_MAX = 1;

/** The store belongs to another version of the program, which must not use it. */
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
 * Parts that only builds before the first release made, with other columns. Such a store is left
 * unchanged.
 */
const PARTS_OF_OLD_BUILDS: ReadonlySet<string> = new Set([
  "answers",
  "searches",
  "paid-searches",
  "accounts",
  "library",
]);

/**
 * @param remedy what the operator can do, as an imperative
 * @throws StoreVersionError if a build before the first release made one of the store's `parts`
 */
export function assertNotOld(parts: readonly string[], remedy: string): void {
  if (!parts.some((part) => PARTS_OF_OLD_BUILDS.has(part))) return;
  throw new StoreVersionError(
    `the store was made by a build before the first release, whose data this version cannot read; nothing in it was changed: ${remedy}`,
  );
}
