import "server-only";
import { ACCOUNT_TABLES } from "./accounts/account-tables";
import { ACTIVITY_TABLES } from "./activity/create-activity-state";
import { AUDIT_TABLES } from "./audit/audit-log";
import { WINDOW_TABLES } from "./limit-windows";
import { MODERATION_TABLES } from "./moderation/create-moderation-state";
import { SEARCH_TABLES } from "./searches/search-tables";
import { SIGN_IN_TABLES } from "./sign-in/create-auth-records";
import { WARNING_TABLES } from "./warnings/create-warning-state";

/** All tables except the library's, for both databases (`toPostgresTables`). */
export const STORE_TABLES = [
  WINDOW_TABLES,
  SEARCH_TABLES,
  ACCOUNT_TABLES,
  AUDIT_TABLES,
  SIGN_IN_TABLES,
  MODERATION_TABLES,
  WARNING_TABLES,
  ACTIVITY_TABLES,
].join("\n");
