import "server-only";
import { ACCOUNT_TABLES, ACCOUNT_TABLES_2 } from "./accounts/account-tables";
import { ACTIVITY_TABLES } from "./activity/activity-tables";
import { AUDIT_INDEX, AUDIT_TABLES } from "./audit/audit-tables";
import { MODERATION_TABLES } from "./moderation/moderation-tables";
import { SEARCH_TABLES } from "./searches/search-tables";
import { SIGN_IN_TABLES } from "./sign-in/sign-in-tables";
import { WARNING_TABLES } from "./warnings/warning-tables";

/** All tables except the library's, for both databases (`toPostgresTables`). */
export const STORE_TABLES = [
  SEARCH_TABLES,
  ACCOUNT_TABLES,
  AUDIT_TABLES,
  SIGN_IN_TABLES,
  MODERATION_TABLES,
].join("\n");

/** The second step of all tables except the library's, for both databases. */
export const STORE_TABLES_2 = [ACCOUNT_TABLES_2, AUDIT_INDEX].join("\n");

/** The third step. */
export const STORE_TABLES_3 = WARNING_TABLES;

/** The fourth step. */
export const STORE_TABLES_4 = ACTIVITY_TABLES;
