import "server-only";
import { ACCOUNT_TABLES } from "./accounts/account-tables";
import { ACTIVITY_TABLES } from "./activity/activity-tables";
import { AUDIT_TABLES } from "./audit/audit-tables";
import { WINDOW_TABLES } from "./limit-windows";
import { MODERATION_TABLES } from "./moderation/moderation-tables";
import { SEARCH_TABLES } from "./searches/search-tables";
import { SIGN_IN_TABLES } from "./sign-in/sign-in-tables";
import { WARNING_TABLES } from "./warnings/warning-tables";

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
