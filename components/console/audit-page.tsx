import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import type { AuditEvent, AuditNames } from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { ConsoleFrame } from "./console-frame";
import { EventTable } from "./event-table";
import { type ListView, SearchedList } from "./searched-list";

type AuditPageProps = {
  events: readonly AuditEvent[];
  names: AuditNames;
  list: ListView;
  /** The result of verifying the whole log; null if that was not requested. */
  finding: { isIntact: true; count: number } | { isIntact: false; brokenAt: number } | null;
};

/** Who changed what: the append-only log. */
export function AuditPage({ events, names, list, finding }: AuditPageProps) {
  return (
    <ConsoleFrame
      place="audit"
      facts={[consoleMessages("eventCount", { count: list.count }), consoleMessages("utc")]}
      actions={
        <a className={button.bare} href="/console/audit?verify=1">
          {consoleMessages("verify")}
        </a>
      }
    >
      {finding !== null && <Finding finding={finding} />}
      <div>
        <SearchedList
          path="/console/audit"
          list={list}
          label={consoleMessages("searchAudit")}
          empty={consoleMessages("noEvents")}
        >
          {events.length > 0 && <EventTable events={events} names={names} />}
        </SearchedList>
      </div>
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
