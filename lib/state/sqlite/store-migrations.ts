import "server-only";
import { assertNotOld } from "../known-version";
import { STORE_TABLES, STORE_TABLES_2, STORE_TABLES_3, STORE_TABLES_4 } from "../store-tables";
import { type MigratedPart, migrate, partsOf, type SqliteDatabase } from "./database";
import { STORE_TIME } from "./sqlite-store";

const STEP_1 = `
${STORE_TABLES}
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
  BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
  BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
${STORE_TIME}`;

/**
 * The tables of `vitrine.db`. A released step is never edited.
 *
 * During a rolling restart the previous version of this program may run beside this one. So a step
 * only adds tables, or columns that the previous version can omit. A step of the next version drops
 * what this version no longer uses.
 */
export const STORE_PARTS: readonly MigratedPart[] = [
  { part: "store", steps: [STEP_1, STORE_TABLES_2, STORE_TABLES_3, STORE_TABLES_4] },
];

/**
 * Creates the tables of `vitrine.db`, or migrates them.
 *
 * @throws StoreVersionError if a build before the first release, or a much newer one, made the file
 */
export function migrateStore(database: SqliteDatabase): void {
  assertNotOld(
    partsOf(database),
    "move vitrine.db and the files whose names begin with it away, or set VITRINE_DATA_DIR to another folder",
  );
  for (const { part, steps } of STORE_PARTS) migrate(database, part, steps);
}
