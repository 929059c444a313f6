import { DataTable } from "@/components/ui/data-table";
import { DayChart } from "@/components/ui/day-chart";
import disclosure from "@/components/ui/disclosure.module.css";
import { Figures } from "@/components/ui/figures";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/split-page";
import type { MonthUsage } from "@/lib/contract/account";
import type { Plan } from "@/lib/core/limits/plan";
import { accountMessages } from "@/lib/messages/compiled/account";
import { monthDayText, monthText, shortDayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";

const DAY_MS = 86_400_000;

/** A pace line far above the bars would flatten them. */
const PACE_SHARE_MAX = 4;

/** The month's searches against the plan's quota: figures, a chart, and the chart as a table. */
export function UsageSection({ usage }: { usage: MonthUsage & { plan: Plan } }) {
  const { plan, usedThisMonth, monthEndsAtMs, nowMs, days } = usage;
  const searches = days.map((day) => day.searches);
  const most = Math.max(0, ...searches);
  const firstMs = startOf(days[0]?.day) ?? nowMs;
  const dayCount = Math.round((monthEndsAtMs - firstMs) / DAY_MS);
  const pace = Math.ceil(plan.searchesPerMonth / dayCount);
  return (
    <PageSection id="usage" title={accountMessages("usageTitle", { month: monthText(nowMs) })}>
      <Figures
        figures={[
          {
            value: numberText(usedThisMonth),
            name: accountMessages("used", { count: plan.searchesPerMonth }),
          },
          {
            value: numberText(Math.max(0, plan.searchesPerMonth - usedThisMonth)),
            name: accountMessages("remaining"),
          },
          daysLeft(monthEndsAtMs - nowMs),
        ]}
      />
      <DayChart
        label={accountMessages("chart", {
          first: monthDayText(firstMs),
          last: monthDayText(nowMs),
          least: Math.min(...searches),
          most,
        })}
        values={searches}
        dayCount={dayCount}
        pace={
          most > 0 && pace <= most * PACE_SHARE_MAX
            ? { value: pace, name: accountMessages("pace", { count: pace }) }
            : null
        }
        firstDay={shortDayText(firstMs)}
        numberText={numberText}
      />
      <details>
        <summary className={disclosure.line}>
          {accountMessages("asTable")}
          <Icon name="chevron" isSmall />
        </summary>
        <DataTable
          label={accountMessages("usageByDay")}
          isNarrow
          columns={[
            {
              name: accountMessages("day"),
              cell: ({ day }) => <time dateTime={day}>{monthDayText(startOf(day) ?? nowMs)}</time>,
            },
            {
              name: accountMessages("searches"),
              isNumber: true,
              cell: (day) => numberText(day.searches),
            },
            {
              name: accountMessages("errorCount"),
              isNumber: true,
              cell: (day) => numberText(day.errors),
            },
          ]}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </PageSection>
  );
}

function daysLeft(leftMs: number): { value: string; name: string } {
  const count = Math.max(1, Math.ceil(leftMs / DAY_MS));
  return { value: numberText(count), name: accountMessages("daysLeft", { count }) };
}

function startOf(day: string | undefined): number | null {
  return day === undefined ? null : Date.parse(`${day}T00:00:00Z`);
}
