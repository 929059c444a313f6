import { DayChart } from "@/components/ui/day-chart";
import { Figures } from "@/components/ui/figures";
import { Columns, PageSection } from "@/components/ui/split-page";
import type { DayUsage } from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { monthDayText, shortDayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";

/** The searches and the errors of all accounts, day by day; the last day is today. */
export function UsageCharts({ days }: { days: readonly DayUsage[] }) {
  return (
    <Columns>
      <CountChart days={days} of="searches" />
      <CountChart days={days} of="errors" />
    </Columns>
  );
}

type CountChartProps = { days: readonly DayUsage[]; of: "searches" | "errors" };

function CountChart({ days, of }: CountChartProps) {
  const counts = days.map((day) => day[of]);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [firstMs = 0] = days.map(({ day }) => Date.parse(day));
  const lastMs = Date.parse(days.at(-1)?.day ?? "");
  return (
    <PageSection id={of} title={consoleMessages(of)}>
      <Figures
        figures={[
          {
            value: numberText(total),
            name: consoleMessages("inDays", { count: days.length }),
          },
          { value: numberText(counts.at(-1) ?? 0), name: consoleMessages("today") },
        ]}
      />
      <DayChart
        label={consoleMessages("countChart", {
          what: of,
          first: monthDayText(firstMs),
          last: monthDayText(lastMs),
          least: Math.min(...counts),
          most: Math.max(...counts),
        })}
        values={counts}
        dayCount={days.length}
        pace={null}
        firstDay={shortDayText(firstMs)}
        lastDay={shortDayText(lastMs)}
        numberText={numberText}
      />
    </PageSection>
  );
}
