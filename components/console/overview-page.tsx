import type { ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import { Figures } from "@/components/ui/figures";
import primitives from "@/components/ui/primitives.module.css";
import { Columns, Facts, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { AccountWithUsage, DayUsage } from "@/lib/contract/account";
import type {
  LibraryScan,
  LibrarySource,
  RemoteOverview,
  ThumbnailsTab,
  WebhookFailure,
} from "@/lib/contract/console";
import type { Plan } from "@/lib/core/limits/plan";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";
import { AccountLink, planColumn, usageColumn } from "./account-columns";
import styles from "./console.module.css";
import { ConsoleFrame } from "./console-frame";
import { type ListedReports, ReportList } from "./reports-page";
import { ScanProgress } from "./scan-progress";
import { BudgetBanner, PausedBanner, RemoteSections, WebhookBanner } from "./service-sections";
import { ThumbnailCache } from "./thumbnail-cache";
import { UsageCharts } from "./usage-charts";

type OverviewPageProps = {
  nowMs: number;
  /** Null while searches are free. */
  remote: RemoteOverview | null;
  webhookFailure: WebhookFailure | null;
  scan: LibraryScan;
  /** The images of the newest reports. */
  reported: readonly ListedReports[];
  reportCount: number;
  accountCount: number;
  keyCount: number;
  invitationCount: number;
  /** The searches and errors of all accounts; the last day is today. */
  days: readonly DayUsage[];
  sources: readonly LibrarySource[];
  thumbnails: ThumbnailsTab;
  /** The accounts with the most searches this month. */
  mostUsed: readonly AccountWithUsage[];
  plans: readonly Plan[];
  done: string | null;
};

/** The state of the service at a glance. */
export function OverviewPage(props: OverviewPageProps) {
  const { nowMs, accountCount, keyCount, invitationCount, days } = props;
  const { remote, webhookFailure, reported, reportCount, done } = props;
  return (
    <ConsoleFrame place="overview" facts={[momentText(nowMs), consoleMessages("utc")]} done={done}>
      {remote !== null && <PausedBanner remote={remote} nowMs={nowMs} />}
      {remote !== null && <BudgetBanner budget={remote.budget} />}
      {webhookFailure !== null && <WebhookBanner failure={webhookFailure} nowMs={nowMs} />}
      {remote !== null && <RemoteSections remote={remote} nowMs={nowMs} />}
      {reportCount > 0 && (
        <PageSection
          id="reports"
          title={consoleMessages("reportCount", { count: reportCount })}
          actions={<More href="/console/reports">{consoleMessages("allReports")}</More>}
        >
          <ReportList images={reported} nowMs={nowMs} />
        </PageSection>
      )}
      <UsageCharts days={days} />
      <PageSection
        id="accounts"
        title={consoleMessages("accounts")}
        actions={<More href="/console/accounts">{consoleMessages("allAccounts")}</More>}
      >
        <Figures
          figures={[
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
      <Columns>
        <Library {...props} />
        <Thumbnails thumbnails={props.thumbnails} />
      </Columns>
    </ConsoleFrame>
  );
}

function More({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={`${button.bare} ${split.flushEnd}`} href={href}>
      {children}
    </a>
  );
}

function Library({ scan, sources, nowMs }: OverviewPageProps) {
  const pictureCount = sources.reduce((sum, source) => sum + source.pictureCount, 0);
  const skippedCount = sources
    .flatMap(({ skipped }) => skipped)
    .reduce((sum, { fileCount }) => sum + fileCount, 0);
  const scannedAtMs = Math.max(...sources.map((source) => source.scannedAtMs ?? 0));
  return (
    <PageSection
      id="library"
      title={consoleMessages("library")}
      actions={<More href="/console/library">{consoleMessages("allSources")}</More>}
    >
      <ScanProgress scan={scan} />
      {sources.length === 0 ? (
        <p className={primitives.note}>{consoleMessages("noSources")}</p>
      ) : (
        <Facts
          facts={[
            consoleMessages("sourcePictures", { count: pictureCount }),
            consoleMessages("sourceCount", { count: sources.length }),
            consoleMessages("skippedCount", { count: skippedCount }),
            ...(scannedAtMs > 0
              ? [consoleMessages("scannedAt", { when: agoText(scannedAtMs, nowMs) })]
              : []),
          ]}
        />
      )}
    </PageSection>
  );
}

function Thumbnails({ thumbnails }: { thumbnails: ThumbnailsTab }) {
  return (
    <PageSection
      id="thumbnails"
      title={consoleMessages("thumbnails")}
      actions={
        <More href="/console/thumbnails">
          {consoleMessages("failureCount", { count: thumbnails.failureCount })}
        </More>
      }
    >
      <ThumbnailCache {...thumbnails} />
    </PageSection>
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
          {
            name: consoleMessages("mostUsed"),
            cell: ({ id, email }) => <AccountLink id={id} email={email} />,
          },
          planColumn(plans),
          usageColumn(plans),
        ]}
      />
    </div>
  );
}
