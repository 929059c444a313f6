import type { ComponentProps } from "react";
import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import { Columns, SplitPage } from "@/components/ui/split-page";
import type { CountedError, MonthUsage } from "@/lib/contract/account";
import type { Plan } from "@/lib/core/limits/plan";
import { reachedPercent } from "@/lib/core/limits/warning-percent";
import { accountMessages } from "@/lib/messages/compiled/account";
import { monthDayText, monthOfYearText } from "@/lib/messages/date-text";
import { AccountForms, type RefusedChange } from "./account-forms";
import type { KeysView, SessionView } from "./account-view";
import { ErrorSection } from "./error-section";
import { type KeyNotice, KeySection } from "./key-section";
import { PlanSection } from "./plan-section";
import { SessionSection } from "./session-section";
import { UsageSection } from "./usage-section";

type AccountPageProps = {
  account: { email: string; createdAtMs: number; isSuspended: boolean; role: string };
  /** The figures of the present month. */
  usage: MonthUsage & { plan: Plan };
  /** The month that is shown. */
  month: ComponentProps<typeof UsageSection>;
  keys: KeysView;
  errors: readonly CountedError[];
  sessions: readonly SessionView[];
  keyNotice: KeyNotice | null;
  /** The form that did not change the account, or null. */
  refused: RefusedChange | null;
  /** The result of the last form, unless it is about a new key. */
  done: string | null;
};

const SECTIONS = ["usage", "keys", "plan", "errors", "sessions"] as const;

/** The account's dashboard. Works without scripts; copying a key needs one. */
export function AccountPage(props: AccountPageProps) {
  const { account, usage, month, keys, errors, sessions, keyNotice, refused, done } = props;
  const { plan, nowMs } = usage;
  const { usedThisMonth: used, monthEndsAtMs } = usage;
  const percent = reachedPercent(used, plan.searchesPerMonth);
  const resetDay = monthDayText(monthEndsAtMs);
  return (
    <SplitPage
      label={accountMessages("places")}
      places={SECTIONS.map((section) => ({
        href: `#${section}`,
        name: accountMessages(section),
      }))}
      title={accountMessages("title")}
      facts={[
        <bdi key="email">{account.email}</bdi>,
        accountMessages("planFact", { plan: plan.name }),
        accountMessages("sinceFact", { month: monthOfYearText(account.createdAtMs) }),
      ]}
      actions={
        <form action="/sign-out" method="post">
          <button type="submit" className={button.bare}>
            {accountMessages("signOut")}
          </button>
        </form>
      }
    >
      {done !== null && <Banner kind="status" title={done} />}
      {account.isSuspended && (
        <Banner isBad title={accountMessages("suspendedTitle")}>
          <p>{accountMessages("suspendedMessage")}</p>
        </Banner>
      )}
      {percent === 80 && (
        <Banner title={accountMessages("quotaLowTitle", { used, count: plan.searchesPerMonth })}>
          <p>{accountMessages("quotaLowMessage", { day: resetDay })}</p>
        </Banner>
      )}
      {percent === 100 && (
        <Banner isBad title={accountMessages("quotaSpentTitle", { count: plan.searchesPerMonth })}>
          <p>{accountMessages("quotaSpentMessage", { day: resetDay })}</p>
        </Banner>
      )}
      <Columns isFirstWide>
        <UsageSection {...month} />
        <PlanSection plan={plan} />
      </Columns>
      <KeySection keys={keys} plan={plan} nowMs={nowMs} notice={keyNotice} />
      <Columns>
        <ErrorSection errors={errors} nowMs={nowMs} />
        <SessionSection sessions={sessions} nowMs={nowMs}>
          <AccountForms account={account} refused={refused} />
        </SessionSection>
      </Columns>
    </SplitPage>
  );
}
