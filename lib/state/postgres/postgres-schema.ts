import "server-only";
import { LIBRARY_TABLES, LIBRARY_TAKEN_INDEX } from "../library/library-tables";
import type { Schema } from "../schema";
import { STORE_TABLES } from "../store-tables";
import { CHANGE_TABLES } from "./local-index";
import { toPostgresTables } from "./postgres-store";

/** The tables of the state and of the library, in the schema `vitrine`. */
export const POSTGRES_SCHEMA: Schema = {
  steps: [
    `${toPostgresTables(STORE_TABLES)}
CREATE FUNCTION vitrine.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_events_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON vitrine.audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION vitrine.refuse_audit_change();
-- The store's time (\`Reading.time\`). \`monotonic_ms\` null: each process has its own. Simulations
-- replace the view.
CREATE VIEW vitrine.store_time AS
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
    NULL::bigint AS monotonic_ms;
${toPostgresTables(LIBRARY_TABLES)}${CHANGE_TABLES}`,
    LIBRARY_TAKEN_INDEX,
  ],
  remedy: "set DATABASE_URL to an empty database, or rename the schema vitrine",
};
