import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import { Figures } from "@/components/ui/figures";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { AccountWithUsage } from "@/lib/contract/account";
import type { LibraryScan, RemoteOverview } from "@/lib/contract/console";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";
import styles from "./console.module.css";
import { ConsoleFrame } from "./console-frame";
import { type ListedReport, ReportList } from "./reports-page";
import { ScanProgress } from "./scan-progress";
import { PausedBanner, RemoteSections } from "./service-sections";

type OverviewPageProps = {
  nowMs: number;
  /** Null while searches are free. */
  remote: RemoteOverview | null;
  scan: LibraryScan;
  reports: readonly ListedReport[];
  reportCount: number;
  accountCount: number;
  keyCount: number;
  invitationCount: number;
  searchesThisMonth: number;
  /** The accounts with the most searches this month. */
  mostUsed: readonly AccountWithUsage[];
  plans: readonly Plan[];
  done: string | null;
};

/** The state of the service at a glance. */
export function OverviewPage(props: OverviewPageProps) {
  const { nowMs, accountCount, keyCount, invitationCount, searchesThisMonth } = props;
  const { remote, scan, reports, reportCount, done } = props;
  return (
    <ConsoleFrame place="overview" facts={[momentText(nowMs), consoleMessages("utc")]} done={done}>
      {remote !== null && <PausedBanner remote={remote} nowMs={nowMs} />}
      {remote !== null && <RemoteSections remote={remote} nowMs={nowMs} />}
      <ScanProgress scan={scan} />
      <PageSection
        id="accounts"
        title={consoleMessages("accounts")}
        actions={
          <a className={`${button.bare} ${split.flushEnd}`} href="/console/accounts">
            {consoleMessages("allAccounts")}
          </a>
        }
      >
        <Figures
          figures={[
            { value: numberText(searchesThisMonth), name: consoleMessages("searchesThisMonth") },
            {
              value: numberText(accountCount),
              name: consoleMessages("accountsFigure", { count: accountCount }),
            },
            {
              value: numberText(keyCount),
              name: consoleMessages("keysFigure", { count: keyCount }),
            },
            {
              value: numberText(invitationCount),
              name: consoleMessages("invitationsFigure", { count: invitationCount }),
            },
          ]}
        />
        <MostUsed {...props} />
      </PageSection>
      {reportCount > 0 && (
        <PageSection
          id="reports"
          title={consoleMessages("reportCount", { count: reportCount })}
          actions={
            <a className={`${button.bare} ${split.flushEnd}`} href="/console/reports">
              {consoleMessages("allReports")}
            </a>
          }
        >
          <ReportList reports={reports} nowMs={nowMs} />
        </PageSection>
      )}
    </ConsoleFrame>
  );
}

function MostUsed({ mostUsed, plans }: OverviewPageProps) {
  if (mostUsed.length === 0) {
    return <p className={primitives.note}>{consoleMessages("noAccounts")}</p>;
  }
  return (
    <div className={styles.spaced}>
      <DataTable
        label={consoleMessages("mostUsed")}
        isNarrow
        rows={mostUsed}
        keyOf={({ id }) => id}
        columns={[
          { name: consoleMessages("mostUsed"), cell: ({ email }) => <bdi>{email}</bdi> },
          {
            name: consoleMessages("plan"),
            cell: ({ plan }) => <bdi>{planOf(plans, plan).name}</bdi>,
          },
          {
            name: consoleMessages("usage"),
            isNumber: true,
            cell: ({ plan, usedThisMonth }) =>
              consoleMessages("usedOf", {
                used: usedThisMonth,
                limit: planOf(plans, plan).searchesPerMonth,
              }),
          },
        ]}
      />
    </div>
  );
}
