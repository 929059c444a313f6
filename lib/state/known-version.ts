import "server-only";

/** How many versions a part of the store may be ahead of the program, during a rolling update. */
const VERSIONS_AHEAD_MAX = 1;

/** The store was written by a program that is more than one version newer. */
export class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";
}

/** @throws NewerStoreError if this program must not use the store. */
export function assertKnownVersion(part: string, version: number, newest: number): void {
  if (version <= newest + VERSIONS_AHEAD_MAX) return;
  throw new NewerStoreError(
    `the store has version ${version} of ${part}, and this program knows version ${newest}: start a newer version of Vitrine`,
  );
}
