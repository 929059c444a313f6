import "server-only";
import { usageCsv } from "@/lib/core/limits/key-usage";
import { monthName, startOfMonthMs } from "@/lib/core/limits/utc-calendar";
import { AppError } from "@/lib/platform/errors";
import { accountOf } from "@/lib/platform/http";
import type { AccountState } from "@/lib/state/account-state";
import { type Endpoint, READ } from "@/lib/web/route";

/**
 * GET /account/usage.csv: what the account's keys used in a month (`month=YYYY-MM`), by day.
 *
 * @throws AppError invalid_query; not_found for a month without complete figures
 */
export function usageFileEndpoint(accounts: Pick<AccountState, "usage">): Endpoint {
  return {
    ...READ,
    path: "/account/usage.csv",
    caller: "account",
    priority: "search",
    errorForm: "plain",
    handler: async (request, context) => {
      const { accountId } = accountOf(context);
      const atMs = startOfMonthMs(new URL(request.url).searchParams.get("month") ?? "");
      if (atMs === null) throw new AppError("invalid_query", "not a month");
      const { keyDays, firstMonthStartsAtMs } = await accounts.usage(accountId, atMs);
      if (atMs < firstMonthStartsAtMs) throw new AppError("not_found", "no figures of this month");
      const fileName = `vitrine-usage-${monthName(atMs)}.csv`;
      return new Response(usageCsv(keyDays), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "private, no-store",
        },
      });
    },
  };
}
