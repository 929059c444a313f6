import "server-only";
import {
  LATER_COLUMNS,
  LIBRARY_TABLES,
  LICENCE_COLUMN,
  MOUNTS_COLUMN,
} from "../library/library-tables";
import { STORE_TABLES, STORE_TABLES_2, STORE_TABLES_3, STORE_TABLES_4 } from "../store-tables";
import { CHANGE_TABLES } from "./local-index";
import type { PostgresSchema } from "./migrate-postgres";
import { toPostgresTables } from "./postgres-store";

const STEP_1 = `
${toPostgresTables(STORE_TABLES)}
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
`;

/** The library's tables, which builds before the first release had in version 1. */
const STEP_2 = `${toPostgresTables(LIBRARY_TABLES)}${CHANGE_TABLES}`;

/** Pictures that were imported before get the values of these columns from the next scan. */
const STEP_3 = toPostgresTables(LATER_COLUMNS);

const STEP_4 = toPostgresTables(`${STORE_TABLES_2}\n${LICENCE_COLUMN}`);

const STEP_5 = toPostgresTables(STORE_TABLES_3);

const STEP_6 = toPostgresTables(STORE_TABLES_4);

const STEP_7 = toPostgresTables(MOUNTS_COLUMN);

/** The tables of the state and of the library, in the schema `vitrine`. */
export const STORE_SCHEMA: PostgresSchema = {
  part: "store",
  steps: [STEP_1, STEP_2, STEP_3, STEP_4, STEP_5, STEP_6, STEP_7],
};
