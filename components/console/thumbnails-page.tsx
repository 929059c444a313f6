import { DataTable } from "@/components/ui/data-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Facts, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { ThumbnailsTab } from "@/lib/contract/console";
import { byteText } from "@/lib/messages/byte-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";
import styles from "./console.module.css";
import { ConsoleFrame } from "./console-frame";

/** The thumbnail cache, and why thumbnails failed, by host. */
export function ThumbnailsPage(props: ThumbnailsTab) {
  const { bytesUsed, bytesMax, count, failures, failureCount, sinceMs } = props;
  const used = consoleMessages("cacheUsed", { used: byteText(bytesUsed), max: byteText(bytesMax) });
  return (
    <ConsoleFrame place="thumbnails">
      <div className={styles.scan}>
        <p className={styles.strong}>{used}</p>
        <ProgressBar label={used} value={Math.min(bytesUsed, bytesMax)} max={bytesMax} />
        <Facts facts={[consoleMessages("thumbnailCount", { count })]} />
      </div>
      <PageSection id="failures" title={consoleMessages("failuresTitle")}>
        <Facts
          facts={[
            consoleMessages("failureCount", { count: failureCount }),
            consoleMessages("sinceWhen", { when: momentText(sinceMs) }),
            consoleMessages("utc"),
          ]}
        />
        {failures.length === 0 ? (
          <p className={split.remark}>{consoleMessages("noFailures")}</p>
        ) : (
          <DataTable
            label={consoleMessages("failuresTitle")}
            rows={failures}
            keyOf={({ host }) => host ?? ""}
            columns={[
              {
                name: consoleMessages("host"),
                cell: ({ host }) => <bdi>{host ?? consoleMessages("ownLibrary")}</bdi>,
              },
              {
                name: consoleMessages("failureHead"),
                isNumber: true,
                isNowrap: true,
                cell: (failure) => numberText(failure.count),
              },
              {
                name: consoleMessages("mostOften"),
                cell: ({ reasons }) =>
                  reasons
                    .map((each) =>
                      consoleMessages("reasonCount", {
                        reason: consoleMessages(`reason.${each.reason}`),
                        count: each.count,
                      }),
                    )
                    .join(", "),
              },
            ]}
          />
        )}
      </PageSection>
    </ConsoleFrame>
  );
}
