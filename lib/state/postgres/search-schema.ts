import "server-only";
import { SEARCH_TABLES } from "../searches/search-tables";
import type { PostgresSchema } from "./migrate-postgres";
import { toPostgresTables } from "./postgres-store";

/** The store's time (`Reading.time`), what the other schemas use of it, and `SEARCH_TABLES`. */
const STEP_1 = `
CREATE FUNCTION vitrine.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;
-- \`monotonic_ms\` null: each process has its own. Simulations replace the view and \`now_ms\`.
CREATE VIEW vitrine.store_time AS SELECT vitrine.now_ms() AS now_ms, NULL::bigint AS monotonic_ms;

CREATE FUNCTION vitrine.seconds_until_v1(until_ms bigint, from_ms bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS
$$ SELECT greatest(1, ceil((until_ms - from_ms) / 1000.0))::bigint $$;

CREATE FUNCTION vitrine.utc_date_v1(
  at_ms bigint, OUT day integer, OUT first_of_month integer, OUT first_of_next integer
) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  epoch CONSTANT date := date '1970-01-01';
  today date;
  first date;
BEGIN
  day := floor(at_ms / 86400000.0);
  today := epoch + day;
  first := make_date(extract(year FROM today)::integer, extract(month FROM today)::integer, 1);
  first_of_month := first - epoch;
  first_of_next := (first + interval '1 month')::date - epoch;
END $$;
${toPostgresTables(SEARCH_TABLES)}`;

export const SEARCH_SCHEMA: PostgresSchema = { part: "paid-searches", steps: [STEP_1] };
