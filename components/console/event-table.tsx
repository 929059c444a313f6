import { DataTable } from "@/components/ui/data-table";
import {
  AUDIT_ACTIONS,
  AUDIT_DETAILS,
  type AuditEvent,
  type AuditName,
  type AuditNames,
} from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import { AccountLink } from "./account-columns";
import styles from "./console.module.css";

const HOUR_MS = 3_600_000;

type EventTableProps = { events: readonly AuditEvent[]; names: AuditNames };

/** Audit events, with the names of accounts and keys in place of their ids. */
export function EventTable({ events, names }: EventTableProps) {
  return (
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
        {
          name: consoleMessages("what"),
          isNowrap: true,
          // The search finds events by this identifier.
          cell: ({ action }) => (
            <>
              {actionText(action)}
              <span className={styles.detail}>
                <bdi lang="en">{action}</bdi>
              </span>
            </>
          ),
        },
        {
          name: consoleMessages("on"),
          cell: ({ subject, details }) => (
            <>
              <Subject of={subject} names={names} />
              {Object.entries(details)
                .filter(([, value]) => value !== null)
                .map(([name, value]) => (
                  <span key={name} className={styles.detail}>
                    {consoleMessages("detail", detailOf(name, value, names))}
                  </span>
                ))}
            </>
          ),
        },
        {
          name: consoleMessages("who"),
          cell: ({ actor, from }) => (
            <>
              <Actor of={actor} names={names} />
              <span className={styles.detail}>
                <bdi>{from}</bdi>
              </span>
            </>
          ),
        },
      ]}
    />
  );
}

/** The event in the page's language; "" for an event that only another version of this program writes. */
function actionText(action: string): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return known === undefined ? "" : consoleMessages(`audit.${known}`);
}

function detailName(name: string): string {
  const known = AUDIT_DETAILS.find((each) => each === name);
  return known === undefined ? name : consoleMessages(`auditDetail.${known}`);
}

/** Returns a detail as people read it: names instead of ids, and times and hours instead of milliseconds. */
function detailOf(name: string, value: unknown, names: AuditNames) {
  if (typeof value === "number" && name.endsWith("AtMs")) {
    return { name: detailName(name.slice(0, -2)), value: momentText(value) };
  }
  if (typeof value === "number" && name.endsWith("Ms")) {
    const hours = consoleMessages("hours", { count: value / HOUR_MS });
    return { name: detailName(name.slice(0, -2)), value: hours };
  }
  return { name: detailName(name), value: nameOf(names, String(value))?.name ?? String(value) };
}

/** A detail may have the name of a property that every object has. */
function nameOf(names: AuditNames, id: string): AuditName | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

function Actor({ of: actor, names }: { of: string; names: AuditNames }) {
  const isNamed = actor === "command" || actor === "system" || actor === "visitor";
  return isNamed ? consoleMessages(actor) : <AccountName id={actor} names={names} />;
}

function Subject({ of: subject, names }: { of: string; names: AuditNames }) {
  const [, kind, id = ""] = /^(account|key):(.*)$/.exec(subject) ?? [];
  if (kind === "account") return <AccountName id={id} names={names} />;
  return <bdi>{nameOf(names, id)?.name ?? subject}</bdi>;
}

/** The e-mail of an account, with a link to its page; its id if the e-mail is no longer stored. */
function AccountName({ id, names }: { id: string; names: AuditNames }) {
  const { kind, name } = nameOf(names, id) ?? { kind: null, name: id };
  if (kind === "deleted") return <bdi>{consoleMessages("deletedAccount", { email: name })}</bdi>;
  if (kind !== "account") return <bdi>{name}</bdi>;
  return <AccountLink id={id} email={name} />;
}
