import { NewSecret } from "@/components/site/new-secret";
import { ActionPopover } from "@/components/ui/action-popover";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import disclosure from "@/components/ui/disclosure.module.css";
import { Field, HintedField } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { AccountWithUsage, Invitation, Role } from "@/lib/contract/account";
import { PLAN_FIELDS, type Plan, planOf } from "@/lib/core/limits/plan";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { agoText, dayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";
import { ConsoleFrame } from "./console-frame";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

const HREF = "/console/accounts";

type AccountsPageProps = {
  accounts: readonly AccountWithUsage[];
  paged: Paged;
  invitations: readonly Invitation[];
  plans: readonly Plan[];
  /** The operator's own account, which this page cannot delete. */
  ownId: string;
  nowMs: number;
  done: string | null;
  /** The link of an invitation that was just created. */
  link: string | null;
  /** The problem with the invitation form. */
  problem: string | null;
};

/** Accounts, invitations and plans, with forms to invite and to change. Needs no script. */
export function AccountsPage(props: AccountsPageProps) {
  const { accounts, paged, invitations, plans, ownId, nowMs, done, link, problem } = props;
  return (
    <ConsoleFrame
      place="accounts"
      facts={[consoleMessages("accountCount", { count: paged.count })]}
      done={done}
    >
      <PageSection id="accounts" title={consoleMessages("accounts")}>
        <details className={disclosure.form} open={problem !== null}>
          <summary className={`${button.button} ${disclosure.opener}`}>
            <ToolIcon name="plus" />
            {consoleMessages("invite")}
          </summary>
          <div className={disclosure.panel}>
            <InviteForm plans={plans} problem={problem} />
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
        <DataTable
          label={consoleMessages("accounts")}
          rows={accounts}
          keyOf={({ id }) => id}
          isFaint={({ isSuspended }) => isSuspended}
          columns={[
            { name: consoleMessages("email"), cell: ({ email }) => <bdi>{email}</bdi> },
            {
              name: consoleMessages("state"),
              isNowrap: true,
              cell: (account) => stateText(account),
            },
            {
              name: consoleMessages("plan"),
              cell: ({ plan }) => <bdi>{planOf(plans, plan).name}</bdi>,
            },
            {
              name: consoleMessages("usage"),
              isNumber: true,
              isNowrap: true,
              cell: ({ plan, usedThisMonth }) =>
                consoleMessages("usedOf", {
                  used: usedThisMonth,
                  limit: planOf(plans, plan).searchesPerMonth,
                }),
            },
            {
              name: consoleMessages("keyCount"),
              isNumber: true,
              isNowrap: true,
              cell: ({ keyCount }) => numberText(keyCount),
            },
            {
              name: consoleMessages("since"),
              isNowrap: true,
              cell: ({ createdAtMs }) => dayText(createdAtMs),
            },
            {
              name: consoleMessages("actions"),
              isActions: true,
              cell: (account) => (
                <AccountActions account={account} plans={plans} isOwn={account.id === ownId} />
              ),
            },
          ]}
        />
        <ListPages of={paged} hrefOf={(page) => `${HREF}?page=${page}`} />
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

function stateText({ isSuspended, role }: AccountWithUsage): string {
  if (isSuspended) return consoleMessages("suspended");
  return consoleMessages(role === "operator" ? "operator" : "active");
}

function InviteForm({ plans, problem }: { plans: readonly Plan[]; problem: string | null }) {
  return (
    <form action={`${HREF}/invite`} method="post" className={form.form}>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <HintedField
        id="invite-email"
        name={consoleMessages("inviteEmail")}
        hint={consoleMessages("inviteEmailHint")}
      >
        <input
          id="invite-email"
          aria-describedby="invite-email-hint"
          className={form.input}
          type="email"
          name="email"
          maxLength={254}
          autoComplete="off"
        />
      </HintedField>
      <PlanField plans={plans} />
      <RoleField current="account" />
      <button type="submit" className={button.main}>
        {consoleMessages("inviteAction")}
      </button>
    </form>
  );
}

function PlanField({ plans, current }: { plans: readonly Plan[]; current?: string }) {
  return (
    <Field name={consoleMessages("plan")}>
      <select className={form.select} name="plan" defaultValue={current}>
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

function RoleField({ current }: { current: Role }) {
  return (
    <Field name={consoleMessages("role")}>
      <select className={form.select} name="role" defaultValue={current}>
        <option value="account">{consoleMessages("account")}</option>
        <option value="operator">{consoleMessages("operator")}</option>
      </select>
    </Field>
  );
}

type AccountActionsProps = {
  account: AccountWithUsage;
  plans: readonly Plan[];
  isOwn: boolean;
};

function AccountActions({ account, plans, isOwn }: AccountActionsProps) {
  const { id, email, role, isSuspended } = account;
  return (
    <>
      <ActionPopover
        id={`change-${id}`}
        name={consoleMessages("change")}
        label={consoleMessages("changeLabel", { email })}
        title={consoleMessages("changeTitle", { email })}
        cancel={consoleMessages("cancel")}
        action={consoleMessages("save")}
        target={`${HREF}/change`}
      >
        <input type="hidden" name="id" value={id} />
        <PlanField plans={plans} current={planOf(plans, account.plan).id} />
        <RoleField current={role} />
        <label className={form.choice}>
          <input type="checkbox" name="suspended" defaultChecked={isSuspended} />
          {consoleMessages("suspend")}
        </label>
      </ActionPopover>
      {!isOwn && (
        <ActionPopover
          id={`delete-${id}`}
          name={consoleMessages("delete")}
          label={consoleMessages("deleteLabel", { email })}
          title={consoleMessages("deleteTitle", { email })}
          cancel={consoleMessages("cancel")}
          action={consoleMessages("deleteAction")}
          target={`${HREF}/delete`}
          isDestructive
        >
          <input type="hidden" name="id" value={id} />
          <p>{consoleMessages("deleteMessage")}</p>
        </ActionPopover>
      )}
    </>
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
        {
          name: consoleMessages("plan"),
          cell: ({ plan }) => <bdi>{planOf(plans, plan).name}</bdi>,
        },
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
        {
          name: consoleMessages("planSearches"),
          isNumber: true,
          cell: (plan) => numberText(plan.searchesPerMonth),
        },
        {
          name: consoleMessages("planRate"),
          isNumber: true,
          cell: (plan) => numberText(plan.requestsPerSecond),
        },
        {
          name: consoleMessages("planBurst"),
          isNumber: true,
          cell: ({ burst }) => numberText(burst),
        },
        {
          name: consoleMessages("planCount"),
          isNumber: true,
          cell: ({ countMax }) => numberText(countMax),
        },
        {
          name: consoleMessages("planKeys"),
          isNumber: true,
          cell: ({ keysMax }) => numberText(keysMax),
        },
        { name: consoleMessages("planIncludes"), cell: (plan) => includedIn(plan) },
      ]}
    />
  );
}

function includedIn(plan: Plan): string {
  const names = Object.values(PLAN_FIELDS)
    .filter((field) => plan[field])
    .map((field) => consoleMessages(`plan.${field}`));
  return names.length === 0 ? consoleMessages("planNothing") : names.join(", ");
}
