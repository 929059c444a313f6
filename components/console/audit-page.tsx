import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import primitives from "@/components/ui/primitives.module.css";
import type { AuditEvent } from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { ConsoleFrame } from "./console-frame";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

type AuditPageProps = {
  /** `actor`: an e-mail, `visitor`, `command` or `system`. */
  events: readonly AuditEvent[];
  paged: Paged;
  /** The result of verifying the whole log; null if that was not requested. */
  finding: { isIntact: true; count: number } | { isIntact: false; brokenAt: number } | null;
};

/** Who changed what: the append-only log. */
export function AuditPage({ events, paged, finding }: AuditPageProps) {
  return (
    <ConsoleFrame
      place="audit"
      facts={[consoleMessages("eventCount", { count: paged.count }), consoleMessages("utc")]}
      actions={
        <a className={button.bare} href="/console/audit?verify=1">
          {consoleMessages("verify")}
        </a>
      }
    >
      {finding !== null && <Finding finding={finding} />}
      {events.length === 0 ? (
        <p className={primitives.note}>{consoleMessages("noEvents")}</p>
      ) : (
        <div>
          <DataTable
            label={consoleMessages("auditTitle")}
            rows={events}
            keyOf={({ sequence }) => sequence}
            columns={[
              {
                name: consoleMessages("when"),
                isNowrap: true,
                cell: ({ atMs }) => (
                  <time dateTime={new Date(atMs).toISOString()}>{momentText(atMs)}</time>
                ),
              },
              { name: consoleMessages("what"), isNowrap: true, cell: ({ action }) => action },
              { name: consoleMessages("who"), cell: ({ actor }) => <bdi>{actorText(actor)}</bdi> },
              {
                name: consoleMessages("from"),
                isNowrap: true,
                cell: ({ from }) => <bdi>{from}</bdi>,
              },
              { name: consoleMessages("on"), cell: ({ subject }) => <bdi>{subject}</bdi> },
              { name: consoleMessages("details"), cell: ({ details }) => <Details of={details} /> },
            ]}
          />
          <ListPages of={paged} hrefOf={(page) => `/console/audit?page=${page}`} />
        </div>
      )}
    </ConsoleFrame>
  );
}

function Finding({ finding }: { finding: NonNullable<AuditPageProps["finding"]> }) {
  if (finding.isIntact) {
    return (
      <Banner kind="status" title={consoleMessages("intact")}>
        <p>{consoleMessages("intactMessage", { count: finding.count })}</p>
      </Banner>
    );
  }
  return (
    <Banner kind="status" isBad title={consoleMessages("broken", { sequence: finding.brokenAt })}>
      <p>{consoleMessages("brokenMessage")}</p>
    </Banner>
  );
}

function actorText(actor: string): string {
  const isNamed = actor === "command" || actor === "system" || actor === "visitor";
  return isNamed ? consoleMessages(actor) : actor;
}

function Details({ of: details }: { of: AuditEvent["details"] }) {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => consoleMessages("detail", { name, value: String(value) }))
    .join(", ");
}
