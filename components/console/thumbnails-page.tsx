import { numberColumn } from "@/components/account/number-column";
import { DataTable } from "@/components/ui/data-table";
import { Facts, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { ThumbnailsTab } from "@/lib/contract/console";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { listText } from "@/lib/messages/list-text";
import { ConsoleFrame } from "./console-frame";
import { ThumbnailCache } from "./thumbnail-cache";

/** The thumbnail cache, and why thumbnails failed, by host. */
export function ThumbnailsPage(props: ThumbnailsTab) {
  const { failures, failureCount, sinceMs } = props;
  return (
    <ConsoleFrame place="thumbnails">
      <ThumbnailCache {...props} />
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
              numberColumn(consoleMessages("failureHead"), "count", {
                isNowrap: true,
              }),
              {
                name: consoleMessages("mostOften"),
                cell: ({ reasons }) =>
                  listText(
                    reasons.map((each) =>
                      consoleMessages("reasonCount", {
                        reason: consoleMessages(`reason.${each.reason}`),
                        count: each.count,
                      }),
                    ),
                  ),
              },
            ]}
          />
        )}
      </PageSection>
    </ConsoleFrame>
  );
}
