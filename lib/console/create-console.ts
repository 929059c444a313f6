import "server-only";
import type { Plan } from "@/lib/core/limits/plan";
import type { People } from "@/lib/service/accounts/people";
import type { AccountState } from "@/lib/state/account-state";
import type { Notices } from "@/lib/web/notices";
import { pageRoutes, type Route } from "@/lib/web/route";
import { accountForms } from "./account-forms";
import { type ContentParts, createConsoleContents } from "./contents";
import { operatorForms } from "./operator-forms";

type Options = {
  plans: readonly Plan[];
  spending: { monthlySearches: number };
  pictures: { thumbnailCacheBytesMax: number };
};

type Parts = Omit<ContentParts, "monthlySearches" | "thumbnailBytesMax" | "record"> & {
  accounts: AccountState;
  people: People;
  notices: Notices;
};

/** Creates the operator's console: its contents, and the routes of its pages and forms. */
export function createConsole(
  { plans, spending, pictures }: Options,
  { accounts, people, notices, ...parts }: Parts,
) {
  const console = createConsoleContents({
    ...parts,
    monthlySearches: spending.monthlySearches,
    thumbnailBytesMax: pictures.thumbnailCacheBytesMax,
    record: (action, subject, by) => accounts.record({ action, subject, details: {} }, by),
  });
  const routes: readonly Route[] = [
    ...accountForms({ accounts, people, plans, notices }),
    ...operatorForms({ console, notices }),
    ...pageRoutes("operator", PAGES),
  ];
  return { ...console, routes };
}

const PAGES = [
  "/console",
  "/console/activity",
  "/console/accounts",
  "/console/accounts/:id",
  "/console/keys",
  "/console/library",
  "/console/thumbnails",
  "/console/reports",
  "/console/audit",
];
