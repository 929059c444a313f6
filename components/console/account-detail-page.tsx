import { ErrorSection } from "@/components/account/error-section";
import { UsageSection } from "@/components/account/usage-section";
import { ActionPopover } from "@/components/ui/action-popover";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import primitives from "@/components/ui/primitives.module.css";
import { Columns, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type {
  Account,
  AuditEvent,
  AuditNames,
  CountedError,
  MonthUsage,
  OwnedKey,
} from "@/lib/contract/account";
import type { FormValues } from "@/lib/contract/notice";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { dayText } from "@/lib/messages/date-text";
import { AccountFields, stateText } from "./account-fields";
import { ConsoleFrame } from "./console-frame";
import { EventTable } from "./event-table";
import { KeyTable } from "./key-table";

type AccountDetailPageProps = {
  account: Account;
  plans: readonly Plan[];
  usage: MonthUsage & { plan: Plan };
  errors: readonly CountedError[];
  keys: readonly OwnedKey[];
  /** The newest events by and about the account. */
  events: readonly AuditEvent[];
  names: AuditNames;
  /** Whether it is the operator's own account, which this page cannot delete. */
  isOwn: boolean;
  nowMs: number;
  done: string | null;
  /** What the operator wanted to change when another operator had; null if nothing was refused. */
  refused: FormValues | null;
};

/** One account: its plan, role and suspension, its usage, errors and keys, and what happened to it. */
export function AccountDetailPage(props: AccountDetailPageProps) {
  const { account, plans, usage, errors, keys, events, names, isOwn, nowMs, done } = props;
  return (
    <ConsoleFrame
      place="accounts"
      title={account.email}
      facts={[
        stateText(account),
        planOf(plans, account.plan).name,
        consoleMessages("sinceDay", { day: dayText(account.createdAtMs) }),
      ]}
      done={done}
    >
      <Columns isFirstWide>
        <UsageSection usage={usage} />
        <PageSection id="change" title={consoleMessages("change")}>
          <ChangeForm {...props} />
          {!isOwn && <DeleteAccount account={account} />}
        </PageSection>
      </Columns>
      <PageSection id="keys" title={consoleMessages("keys")}>
        {keys.length === 0 ? (
          <p className={primitives.note}>{consoleMessages("noAccountKeys")}</p>
        ) : (
          <KeyTable keys={keys} nowMs={nowMs} account={account.id} />
        )}
      </PageSection>
      <ErrorSection errors={errors} nowMs={nowMs} />
      <PageSection
        id="events"
        title={consoleMessages("audit")}
        actions={
          <a
            className={`${button.bare} ${split.flushEnd}`}
            href={`/console/audit?q=${encodeURIComponent(account.email)}`}
          >
            {consoleMessages("allEvents")}
          </a>
        }
      >
        <EventTable events={events} names={names} />
      </PageSection>
    </ConsoleFrame>
  );
}

function ChangeForm({ account, plans, refused }: AccountDetailPageProps) {
  const { id, role, isSuspended } = account;
  return (
    <form action="/console/accounts/change" method="post" className={form.form}>
      {refused !== null && <FormProblem>{consoleMessages("stale")}</FormProblem>}
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seenPlan" value={account.plan} />
      <input type="hidden" name="seenRole" value={role} />
      {isSuspended && <input type="hidden" name="seenSuspended" value="on" />}
      <AccountFields
        plans={plans}
        plan={refused?.plan ?? planOf(plans, account.plan).id}
        role={refused?.role ?? role}
      />
      <label className={form.choice}>
        <input
          type="checkbox"
          name="suspended"
          defaultChecked={refused?.suspended ? refused.suspended === "true" : isSuspended}
        />
        {consoleMessages("suspend")}
      </label>
      <button type="submit" className={button.main}>
        {consoleMessages("save")}
      </button>
    </form>
  );
}

function DeleteAccount({ account: { id, email } }: { account: Account }) {
  return (
    <div className={split.flushStart}>
      <ActionPopover
        id="delete"
        name={consoleMessages("deleteAction")}
        label={consoleMessages("deleteAction")}
        title={consoleMessages("deleteTitle", { email })}
        cancel={consoleMessages("cancel")}
        action={consoleMessages("deleteAction")}
        target="/console/accounts/delete"
        isDestructive
      >
        <input type="hidden" name="id" value={id} />
        <p>{consoleMessages("deleteMessage")}</p>
      </ActionPopover>
    </div>
  );
}
