import { numberColumn } from "@/components/account/number-column";
import { NewSecret } from "@/components/site/new-secret";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import disclosure from "@/components/ui/disclosure.module.css";
import { HintedField } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import {
  ACCOUNT_SORTS,
  type AccountSort,
  type AccountWithUsage,
  type Invitation,
} from "@/lib/contract/account";
import type { FormValues } from "@/lib/contract/notice";
import { PLAN_FIELDS, type Plan } from "@/lib/core/limits/plan";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { dayText } from "@/lib/messages/date-text";
import { listText } from "@/lib/messages/list-text";
import { AccountLink, planColumn, usageColumn } from "./account-columns";
import { AccountFields, stateText } from "./account-fields";
import { ConsoleFrame } from "./console-frame";
import { type ListView, SearchedList } from "./searched-list";

const HREF = "/console/accounts";

type AccountsPageProps = {
  accounts: readonly AccountWithUsage[];
  list: ListView<AccountSort>;
  invitations: readonly Invitation[];
  plans: readonly Plan[];
  nowMs: number;
  done: string | null;
  /** The link of an invitation that was just created. */
  link: string | null;
  /** The values of an invitation whose e-mail is wrong; null if nothing was refused. */
  refused: FormValues | null;
};

/** Accounts, invitations and plans, with forms to invite and to change. Needs no script. */
export function AccountsPage(props: AccountsPageProps) {
  const { accounts, list, invitations, plans, nowMs, done, link, refused } = props;
  return (
    <ConsoleFrame
      place="accounts"
      facts={[consoleMessages("accountCount", { count: list.count })]}
      done={done}
    >
      <PageSection id="accounts" title={consoleMessages("accounts")}>
        <details className={disclosure.form} open={refused !== null}>
          <summary className={`${button.button} ${disclosure.opener}`}>
            <ToolIcon name="plus" />
            {consoleMessages("invite")}
          </summary>
          <div className={disclosure.panel}>
            <InviteForm plans={plans} refused={refused} />
          </div>
        </details>
        {link !== null && (
          <NewSecret
            title={consoleMessages("invitationReady")}
            message={consoleMessages("invitationReadyMessage")}
            text={link}
            label={consoleMessages("newLink")}
            copy={consoleMessages("copyLink")}
            copied={consoleMessages("copied")}
            copyFailed={consoleMessages("copyFailed")}
            done={{ name: consoleMessages("haveIt"), href: HREF }}
          />
        )}
        <SearchedList
          path={HREF}
          list={list}
          label={consoleMessages("searchAccounts")}
          sorts={ACCOUNT_SORTS.map((value) => ({
            value,
            name: consoleMessages(`accountSort.${value}`),
          }))}
          empty={consoleMessages("noMatch")}
        >
          {accounts.length > 0 && <AccountTable accounts={accounts} plans={plans} />}
        </SearchedList>
      </PageSection>
      <PageSection id="invitations" title={consoleMessages("invitations")}>
        {invitations.length === 0 ? (
          <p className={primitives.note}>{consoleMessages("noInvitations")}</p>
        ) : (
          <Invitations invitations={invitations} plans={plans} nowMs={nowMs} />
        )}
      </PageSection>
      <PageSection id="plans" title={consoleMessages("plans")}>
        <Plans plans={plans} />
        <p className={split.remark}>{consoleMessages("plansNote")}</p>
      </PageSection>
    </ConsoleFrame>
  );
}

type AccountTableProps = { accounts: readonly AccountWithUsage[]; plans: readonly Plan[] };

function AccountTable({ accounts, plans }: AccountTableProps) {
  return (
    <DataTable
      label={consoleMessages("accounts")}
      isBrief
      rows={accounts}
      keyOf={({ id }) => id}
      isFaint={({ isSuspended }) => isSuspended}
      columns={[
        {
          name: consoleMessages("email"),
          cell: ({ id, email }) => <AccountLink id={id} email={email} />,
        },
        { name: consoleMessages("state"), isNowrap: true, cell: (account) => stateText(account) },
        planColumn(plans),
        { ...usageColumn(plans), isNowrap: true },
        numberColumn(consoleMessages("keyCount"), "keyCount", {
          isNowrap: true,
          isDetail: true,
        }),
        {
          name: consoleMessages("since"),
          isNowrap: true,
          isDetail: true,
          cell: ({ createdAtMs }) => dayText(createdAtMs),
        },
      ]}
    />
  );
}

function InviteForm({ plans, refused }: Pick<AccountsPageProps, "plans" | "refused">) {
  const problem = refused && consoleMessages("emailProblem");
  return (
    <form action={`${HREF}/invite`} method="post" className={form.form}>
      <HintedField
        id="invite-email"
        name={consoleMessages("inviteEmail")}
        hint={consoleMessages("inviteEmailHint")}
        problem={problem}
      >
        <input
          id="invite-email"
          // biome-ignore lint/a11y/noAutofocus: the page comes back for this field, and its alert is not announced
          autoFocus={problem !== null}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`invite-email-hint${problem === null ? "" : " invite-email-problem"}`}
          className={form.input}
          type="email"
          name="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={refused?.email}
        />
      </HintedField>
      <AccountFields plans={plans} plan={refused?.plan} role={refused?.role} />
      <button type="submit" className={button.main}>
        {consoleMessages("inviteAction")}
      </button>
    </form>
  );
}

type InvitationsProps = {
  invitations: readonly Invitation[];
  plans: readonly Plan[];
  nowMs: number;
};

function Invitations({ invitations, plans, nowMs }: InvitationsProps) {
  const nameOf = ({ email }: Invitation) => email || consoleMessages("anyone");
  return (
    <DataTable
      label={consoleMessages("invitations")}
      rows={invitations}
      keyOf={({ id }) => id}
      columns={[
        {
          name: consoleMessages("invitationFor"),
          cell: (invitation) => <bdi>{nameOf(invitation)}</bdi>,
        },
        {
          name: consoleMessages("role"),
          isNowrap: true,
          cell: ({ role }) => consoleMessages(role),
        },
        planColumn(plans),
        {
          name: consoleMessages("expires"),
          isNowrap: true,
          cell: ({ expiresAtMs }) => agoText(expiresAtMs, nowMs),
        },
        {
          name: consoleMessages("actions"),
          isActions: true,
          cell: (invitation) => (
            <form action="/console/invitations/withdraw" method="post">
              <input type="hidden" name="id" value={invitation.id} />
              <button
                type="submit"
                className={`${button.bare} ${form.small}`}
                aria-label={consoleMessages("withdrawLabel", { email: nameOf(invitation) })}
              >
                {consoleMessages("withdraw")}
              </button>
            </form>
          ),
        },
      ]}
    />
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  return (
    <DataTable
      label={consoleMessages("plans")}
      rows={plans}
      keyOf={({ id }) => id}
      columns={[
        { name: consoleMessages("planName"), cell: ({ name }) => <bdi>{name}</bdi> },
        numberColumn(consoleMessages("planSearches"), "searchesPerMonth"),
        numberColumn(consoleMessages("planRate"), "requestsPerSecond"),
        numberColumn(consoleMessages("planBurst"), "burst"),
        numberColumn(consoleMessages("planCount"), "countMax"),
        numberColumn(consoleMessages("planKeys"), "keysMax"),
        { name: consoleMessages("planIncludes"), cell: (plan) => includedIn(plan) },
      ]}
    />
  );
}

function includedIn(plan: Plan): string {
  const names = Object.values(PLAN_FIELDS)
    .filter((field) => plan[field])
    .map((field) => consoleMessages(`plan.${field}`));
  return names.length === 0 ? consoleMessages("planNothing") : listText(names);
}
