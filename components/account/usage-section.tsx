import button from "@/components/ui/button.module.css";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DayChart } from "@/components/ui/day-chart";
import { DisclosureLine } from "@/components/ui/disclosure-line";
import { Figures } from "@/components/ui/figures";
import { PageLinks } from "@/components/ui/page-links";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { MonthUsage } from "@/lib/contract/account";
import { DAY_MS } from "@/lib/contract/day-ms";
import { type KeyUsage, usageByKey } from "@/lib/core/limits/key-usage";
import type { Plan } from "@/lib/core/limits/plan";
import { monthName } from "@/lib/core/limits/utc-calendar";
import { accountMessages } from "@/lib/messages/compiled/account";
import { monthDayText, monthOfYearText, monthText, shortDayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";
import { numberColumn } from "./number-column";

/** A pace line far above the bars would flatten them. */
const PACE_SHARE_MAX = 4;

type UsageSectionProps = {
  usage: MonthUsage & { plan: Plan };
  /** For the account's own page: the months before and after, null if there is none, and a file. */
  months?: { earlier: MonthLink | null; later: MonthLink | null };
};

type MonthLinksProps = NonNullable<UsageSectionProps["months"]> & { startsAtMs: number };
type MonthLink = { startsAtMs: number; href: string };

/** A month's searches against the plan's quota: figures, a chart, and the same by key and by day. */
export function UsageSection({ usage, months }: UsageSectionProps) {
  const { plan, usedThisMonth, monthStartsAtMs, monthEndsAtMs, nowMs, days } = usage;
  const isPresent = nowMs < monthEndsAtMs;
  const month = isPresent ? monthText(monthStartsAtMs) : monthOfYearText(monthStartsAtMs);
  const remaining = Math.max(0, plan.searchesPerMonth - usedThisMonth);
  const searches = days.map((day) => day.searches);
  const most = Math.max(0, ...searches);
  const dayCount = Math.round((monthEndsAtMs - monthStartsAtMs) / DAY_MS);
  const pace = Math.ceil(plan.searchesPerMonth / dayCount);
  const lastMs = Math.min(nowMs, monthEndsAtMs - DAY_MS);
  return (
    <PageSection
      id="usage"
      title={accountMessages("usageTitle", { month })}
      actions={
        months && (
          <a
            className={`${button.bare} ${split.flushEnd}`}
            href={`/account/usage.csv?month=${monthName(monthStartsAtMs)}`}
            download
          >
            {accountMessages("usageFile")}
          </a>
        )
      }
    >
      <Figures
        figures={
          isPresent
            ? [
                {
                  value: numberText(usedThisMonth),
                  name: accountMessages("used", {
                    count: plan.searchesPerMonth,
                    used: usedThisMonth,
                  }),
                },
                {
                  value: numberText(remaining),
                  name: accountMessages("remaining", { count: remaining }),
                },
                daysLeft(monthEndsAtMs - nowMs),
              ]
            : [
                {
                  value: numberText(usedThisMonth),
                  name: accountMessages("searchesFigure", { count: usedThisMonth }),
                },
              ]
        }
      />
      <DayChart
        label={accountMessages("chart", {
          first: monthDayText(monthStartsAtMs),
          last: monthDayText(lastMs),
          least: Math.min(...searches),
          most,
        })}
        values={searches}
        dayCount={dayCount}
        pace={
          isPresent && most > 0 && pace <= most * PACE_SHARE_MAX
            ? { value: pace, name: accountMessages("pace", { count: pace }) }
            : null
        }
        firstDay={shortDayText(monthStartsAtMs)}
        numberText={numberText}
      />
      <ByKey keys={usageByKey(usage.keyDays)} />
      <ByDay days={days.toReversed()} />
      {months && <MonthLinks {...months} startsAtMs={monthStartsAtMs} />}
    </PageSection>
  );
}

function MonthLinks({ earlier, later, startsAtMs }: MonthLinksProps) {
  const page = earlier === null ? 1 : 2;
  return (
    <PageLinks
      page={page}
      pageCount={later === null ? page : page + 1}
      label={accountMessages("months")}
      text={monthOfYearText(startsAtMs)}
      previous={monthOfYearText(earlier?.startsAtMs ?? 0)}
      next={monthOfYearText(later?.startsAtMs ?? 0)}
      hrefOf={(to) => (to < page ? earlier : later)?.href ?? ""}
    />
  );
}

function ByKey({ keys }: { keys: readonly KeyUsage[] }) {
  if (keys.length === 0) return null;
  return (
    <details>
      <DisclosureLine>{accountMessages("byKey")}</DisclosureLine>
      <DataTable
        label={accountMessages("byKey")}
        isNarrow
        columns={[
          {
            name: accountMessages("key"),
            cell: ({ name }) => (name === null ? accountMessages("formerKey") : <bdi>{name}</bdi>),
          },
          ...counts<KeyUsage>(),
        ]}
        rows={keys}
        keyOf={({ keyId }) => keyId}
      />
    </details>
  );
}

function ByDay({ days }: { days: MonthUsage["days"] }) {
  return (
    <details>
      <DisclosureLine>{accountMessages("asTable")}</DisclosureLine>
      <DataTable
        label={accountMessages("usageByDay")}
        isNarrow
        columns={[
          {
            name: accountMessages("day"),
            cell: ({ day }) => (
              <time dateTime={day}>{monthDayText(Date.parse(`${day}T00:00:00Z`))}</time>
            ),
          },
          ...counts<MonthUsage["days"][number]>(),
        ]}
        rows={days}
        keyOf={({ day }) => day}
      />
    </details>
  );
}

const counts = <Row extends { searches: number; errors: number }>(): Column<Row>[] => [
  numberColumn(accountMessages("searches"), "searches"),
  numberColumn(accountMessages("errorCount"), "errors"),
];

function daysLeft(leftMs: number): { value: string; name: string } {
  const count = Math.max(1, Math.ceil(leftMs / DAY_MS));
  return { value: numberText(count), name: accountMessages("daysLeft", { count }) };
}
