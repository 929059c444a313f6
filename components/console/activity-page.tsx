import { numberColumn } from "@/components/account/number-column";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DayChart } from "@/components/ui/day-chart";
import { DisclosureLine } from "@/components/ui/disclosure-line";
import { Figures } from "@/components/ui/figures";
import primitives from "@/components/ui/primitives.module.css";
import { Columns, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { ActivityPeriod, ActivityTab, RequestFigures } from "@/lib/contract/console";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText, monthDayText, shortDayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";
import { timeText } from "@/lib/messages/time-text";
import { ConsoleFrame } from "./console-frame";
import { durationText, RequestSection, type RequestSectionProps } from "./request-section";
import { Budget } from "./service-sections";

type ActivityPageProps = ActivityTab & Omit<RequestSectionProps, "failures">;

/** Requests, errors and durations of the last hour and day, and one request by its id. */
export function ActivityPage(props: ActivityPageProps) {
  const { nowMs, budget, hour, day, kinds, thumbnails, library } = props;
  return (
    <ConsoleFrame place="activity" facts={[momentText(nowMs), consoleMessages("utc")]}>
      <Columns>
        <Period id="hour" title={consoleMessages("lastHour")} period={hour} />
        <Period id="day" title={consoleMessages("lastDay")} period={day} />
      </Columns>
      <Kinds kinds={kinds} />
      <Columns>
        <Thumbnails {...thumbnails} />
        <LibraryGrowth {...library} />
      </Columns>
      {budget !== null && <Budget budget={budget} nowMs={nowMs} />}
      <RequestSection {...props} />
    </ConsoleFrame>
  );
}

function withinText(boundMs: number | null): string {
  return boundMs === null ? "–" : durationText(boundMs);
}

function withinColumn<Field extends string>(
  name: string,
  field: Field,
): Column<Record<Field, number | null>> {
  return { name, isNumber: true, isNowrap: true, cell: (row) => withinText(row[field]) };
}

/** The columns of every table of requests, after its first. */
const figureColumns = (): Column<RequestFigures>[] => [
  numberColumn(consoleMessages("requestsHead"), "requests"),
  numberColumn(consoleMessages("refusedHead"), "refused"),
  numberColumn(consoleMessages("failedHead"), "failed"),
  withinColumn(consoleMessages("median"), "medianMs"),
  withinColumn(consoleMessages("p95"), "p95Ms"),
];

function Period({ id, title, period }: { id: string; title: string; period: ActivityPeriod }) {
  const { startsAtMs, sliceMs, total, slices, instances } = period;
  const clock = (slice: number) =>
    timeText(new Date(startsAtMs + slice * sliceMs).toISOString(), {
      isDated: false,
      timeZone: "UTC",
    });
  const counts = slices.map(({ requests }) => requests);
  return (
    <PageSection id={id} title={title}>
      {total.requests === 0 ? (
        <p className={primitives.note}>{consoleMessages("noRequests")}</p>
      ) : (
        <>
          <Figures
            figures={[
              {
                value: numberText(total.requests),
                name: consoleMessages("requestsFigure", { count: total.requests }),
              },
              {
                value: numberText(total.failed),
                name: consoleMessages("failedRequests", { count: total.failed }),
              },
              { value: withinText(total.p95Ms), name: consoleMessages("p95Figure") },
            ]}
          />
          <DayChart
            label={consoleMessages("requestChart", {
              first: clock(0),
              least: Math.min(...counts),
              most: Math.max(...counts),
            })}
            values={counts}
            dayCount={slices.length}
            pace={null}
            firstDay={clock(0)}
            lastDay={clock(slices.length - 1)}
            numberText={numberText}
          />
          <details>
            <DisclosureLine>{consoleMessages("asTable")}</DisclosureLine>
            <DataTable<RequestFigures & { slice: number }>
              label={title}
              isNarrow
              columns={[
                { name: consoleMessages("fromTime"), cell: ({ slice }) => clock(slice) },
                ...figureColumns(),
              ]}
              rows={slices.map((figures, slice) => ({ slice, ...figures })).reverse()}
              keyOf={({ slice }) => slice}
            />
          </details>
          <DataTable
            label={consoleMessages("byInstance", { period: title })}
            columns={[
              {
                name: consoleMessages("instance"),
                cell: ({ instance }) => <bdi>{instance}</bdi>,
              },
              ...figureColumns(),
            ]}
            rows={instances}
            keyOf={({ instance }) => instance}
          />
        </>
      )}
    </PageSection>
  );
}

function Kinds({ kinds }: Pick<ActivityTab, "kinds">) {
  if (kinds.length === 0) return null;
  return (
    <PageSection id="kinds" title={consoleMessages("byKind")}>
      <DataTable<ActivityTab["kinds"][0]>
        label={consoleMessages("byKind")}
        columns={[
          {
            name: consoleMessages("kind"),
            isNowrap: true,
            cell: ({ kind }) => consoleMessages(`kind.${kind}`),
          },
          ...figureColumns(),
          numberColumn(consoleMessages("waitedHead"), "waited"),
          withinColumn(consoleMessages("waitP95"), "waitP95Ms"),
        ]}
        rows={kinds}
        keyOf={({ kind }) => kind}
      />
      <p className={split.remark}>{consoleMessages("kindsNote")}</p>
    </PageSection>
  );
}

function Thumbnails({ hits, made }: ActivityTab["thumbnails"]) {
  const total = hits + made;
  return (
    <PageSection id="thumbnails" title={consoleMessages("thumbnailsLately")}>
      {total === 0 ? (
        <p className={primitives.note}>{consoleMessages("noThumbnails")}</p>
      ) : (
        <Figures
          figures={[
            {
              value: consoleMessages("percent", { value: Math.round((hits / total) * 100) }),
              name: consoleMessages("fromCache"),
            },
            { value: numberText(hits), name: consoleMessages("hitsFigure", { count: hits }) },
            { value: numberText(made), name: consoleMessages("madeFigure", { count: made }) },
          ]}
        />
      )}
    </PageSection>
  );
}

function LibraryGrowth({ pictureCount, days }: ActivityTab["library"]) {
  const [first] = days;
  const counts = days.slice(0, -1).map((each) => each.pictureCount);
  return (
    <PageSection id="growth" title={consoleMessages("libraryGrowth")}>
      <Figures
        figures={[
          {
            value: numberText(pictureCount),
            name: consoleMessages("picturesNow", { count: pictureCount }),
          },
        ]}
      />
      {first === undefined || days.length < 2 ? (
        <p className={split.remark}>{consoleMessages("growthLater")}</p>
      ) : (
        <DayChart
          label={consoleMessages("growthChart", {
            first: monthDayText(Date.parse(first.day)),
            before: first.pictureCount,
            now: pictureCount,
          })}
          values={[...counts, pictureCount]}
          dayCount={days.length}
          pace={null}
          firstDay={shortDayText(Date.parse(first.day))}
          lastDay={consoleMessages("today")}
          numberText={numberText}
        />
      )}
    </PageSection>
  );
}
