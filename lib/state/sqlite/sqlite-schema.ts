import "server-only";
import type { Schema } from "../schema";
import { STORE_TABLES } from "../store-tables";
import { STORE_TIME } from "./sqlite-store";

/** The tables of `vitrine.db`. */
export const SQLITE_SCHEMA: Schema = {
  steps: [
    `${STORE_TABLES}
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
  BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
  BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
${STORE_TIME}`,
  ],
  remedy:
    "set VITRINE_DATA_DIR to another folder, or move the files whose names begin with vitrine.db or library.db away",
};
