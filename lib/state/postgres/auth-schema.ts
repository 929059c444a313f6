import "server-only";
import { SIGN_IN_TABLES } from "../sign-in/sign-in-tables";
import type { PostgresSchema } from "./migrate-postgres";
import { toPostgresTables } from "./postgres-store";

export const AUTH_SCHEMA: PostgresSchema = {
  part: "auth-records",
  steps: [toPostgresTables(SIGN_IN_TABLES)],
};
