import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import { BurnDownChart } from "@/components/ui/day-chart";
import { Figures } from "@/components/ui/figures";
import primitives from "@/components/ui/primitives.module.css";
import { Shares } from "@/components/ui/progress-bar";
import { RichText } from "@/components/ui/rich-text";
import { Columns, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { RemoteOverview, WebhookFailure } from "@/lib/contract/console";
import { DAY_MS } from "@/lib/contract/day-ms";
import { reachedPercent } from "@/lib/core/limits/warning-percent";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { monthDayText, monthText, shortDayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";

/** Why searches are paused, with a button to resume; empty if they are not paused. */
export function PausedBanner({ remote, nowMs }: { remote: RemoteOverview; nowMs: number }) {
  const { breaker, pause } = remote;
  if (pause === null && breaker.state === "closed") return null;
  const message =
    pause === null
      ? consoleMessages("breakerMessage", { when: agoText(breaker.retryAtMs ?? nowMs, nowMs) })
      : consoleMessages("suspendedService", {
          code: pause.code,
          when: agoText(pause.untilMs, nowMs),
        });
  return (
    <Banner
      isBad
      title={consoleMessages("pausedTitle")}
      actions={
        <form action="/console/search/resume" method="post">
          <button type="submit" className={button.main}>
            {consoleMessages("resume")}
          </button>
        </form>
      }
    >
      <p>{message}</p>
      <p>{consoleMessages("resumeMessage")}</p>
    </Banner>
  );
}

/** A warning that 80 or 100 % of the month's searches are used; empty below. */
export function BudgetBanner({
  budget,
}: {
  budget: Pick<RemoteOverview["budget"], "limit" | "used" | "monthEndsAtMs">;
}) {
  const { limit, used, monthEndsAtMs } = budget;
  const percent = reachedPercent(used, limit);
  if (percent === 0) return null;
  const day = monthDayText(monthEndsAtMs);
  return percent === 100 ? (
    <Banner isBad title={consoleMessages("budgetSpentTitle", { limit })}>
      <p>{consoleMessages("budgetSpentMessage", { day })}</p>
    </Banner>
  ) : (
    <Banner title={consoleMessages("budgetLowTitle", { used, limit })}>
      <p>{consoleMessages("budgetLowMessage", { day })}</p>
    </Banner>
  );
}

/** Why the webhook did not receive the last warning. */
export function WebhookBanner({ failure, nowMs }: { failure: WebhookFailure; nowMs: number }) {
  const { problem, atMs, retryAtMs } = failure;
  const when = agoText(atMs, nowMs);
  return (
    <Banner isBad title={consoleMessages("webhookTitle")}>
      <p>
        <RichText
          parts={consoleMessages.parts("webhookMessage", {
            when,
            problem: <bdi lang="en">{problem}</bdi>,
          })}
        />
      </p>
      <p>
        {retryAtMs === null
          ? consoleMessages("webhookEnded")
          : consoleMessages("webhookRetry", { when: agoText(retryAtMs, nowMs) })}
      </p>
    </Banner>
  );
}

/** The remote service's budget and where answers came from. */
export function RemoteSections({ remote, nowMs }: { remote: RemoteOverview; nowMs: number }) {
  return (
    <Columns>
      <Budget budget={remote.budget} nowMs={nowMs} />
      <Answers answers={remote.answers} />
    </Columns>
  );
}

/** A month's budget: what remains, day by day, against an even pace. */
export function Budget({ budget, nowMs }: { budget: RemoteOverview["budget"]; nowMs: number }) {
  const { limit, used, monthEndsAtMs, days, aDay, remainingAtEnd } = budget;
  const firstMs = Date.parse(`${days[0]?.day}T00:00:00Z`);
  const remaining = Math.max(0, limit - used);
  return (
    <PageSection id="budget" title={consoleMessages("budgetTitle", { month: monthText(nowMs) })}>
      <Figures
        figures={[
          {
            value: numberText(remaining),
            name: consoleMessages("budgetRemaining", { limit, count: remaining }),
          },
          { value: numberText(aDay), name: consoleMessages("budgetADay", { count: aDay }) },
          {
            value: numberText(remainingAtEnd),
            name: consoleMessages("budgetAtEnd", { count: remainingAtEnd }),
          },
        ]}
      />
      <BurnDownChart
        label={consoleMessages("budgetChart", {
          limit,
          first: monthDayText(firstMs),
          remaining,
          last: monthDayText(nowMs),
          atEnd: remainingAtEnd,
        })}
        limit={limit}
        used={days.map(({ searches }) => searches)}
        dayCount={Math.round((monthEndsAtMs - firstMs) / DAY_MS)}
        remainingAtEnd={remainingAtEnd}
        firstDay={shortDayText(firstMs)}
        numberText={numberText}
      />
      <p className={split.remark}>{consoleMessages("budgetNote")}</p>
    </PageSection>
  );
}

function Answers({ answers }: { answers: RemoteOverview["answers"] }) {
  const { cached, searched, stale, library, failed } = answers;
  const other = stale + library;
  const total = cached + searched + other;
  const percent = (count: number) => Math.round((count / Math.max(1, total)) * 100);
  return (
    <PageSection id="answers" title={consoleMessages("answersTitle")}>
      {total + failed === 0 ? (
        <p className={primitives.note}>{consoleMessages("noAnswers")}</p>
      ) : (
        <>
          <Figures
            figures={[
              {
                value: consoleMessages("percent", { value: percent(cached) }),
                name: consoleMessages("fromCache"),
              },
              {
                value: numberText(total),
                name: consoleMessages("answersFigure", { count: total }),
              },
              {
                value: numberText(failed),
                name: consoleMessages("failedFigure", { count: failed }),
              },
            ]}
          />
          {total > 0 && (
            <Shares
              shares={[
                {
                  value: cached,
                  name: consoleMessages("shareCached", { value: percent(cached) }),
                },
                {
                  value: searched,
                  name: consoleMessages("shareSearched", { value: percent(searched) }),
                },
                { value: other, name: consoleMessages("shareOther", { value: percent(other) }) },
              ]}
            />
          )}
        </>
      )}
      <p className={split.remark}>{consoleMessages("answersNote")}</p>
    </PageSection>
  );
}
