import "server-only";

/**
 * The tables of one database: `steps[0]` makes version 1, and so on. A released step is never edited;
 * a change is a new step.
 *
 * During a rolling update the previous version of this program runs beside this one. So a step only
 * adds: tables, columns that the previous version can omit, functions with new names. A step of the
 * next version drops what this version no longer uses.
 */
export type Schema = {
  steps: readonly string[];
  /** What the operator can do with a database of a build before 1.0.0, as an imperative. */
  remedy: string;
};

/** The database belongs to another version of the program, which must not use it. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/** During a rolling update, a database may be this many versions ahead of the program. */
const VERSIONS_AHEAD_MAX = 1;

/** @throws StoreVersionError if the database is more than one version ahead of the program */
export function assertKnownVersion(version: number, { steps }: Schema): void {
  if (version <= steps.length + VERSIONS_AHEAD_MAX) return;
  throw new StoreVersionError(
    `the store has ${versionText(version, { steps })}. The operator must start a newer version of Vitrine`,
  );
}

/** Returns the version of a database and the newest version that this program knows. */
export function versionText(version: number, { steps }: Pick<Schema, "steps">): string {
  return `version ${version}, and this program knows version ${steps.length}`;
}

/** The error for a database that has tables, but no version. */
export function earlierBuild({ remedy }: Schema): StoreVersionError {
  return new StoreVersionError(
    `a build before 1.0.0 made the store, and this version cannot read it; nothing in it was changed. The operator must ${remedy}`,
  );
}
