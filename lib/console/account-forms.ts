import "server-only";
import { z } from "zod";
import type { Notice } from "@/lib/contract/notice";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { accountOf } from "@/lib/platform/http";
import { EMAIL, type People } from "@/lib/service/accounts/people";
import type { AccountChange, AccountState } from "@/lib/state/account-state";
import { doneNotice, formEndpoint } from "@/lib/web/forms";
import type { Notices } from "@/lib/web/notices";
import type { Endpoint } from "@/lib/web/route";

/*
 * The console's forms for accounts and keys. Each answers 303 to the form's page, with a notice of
 * what it did. The application has checked that an operator sent it from a page of ours.
 */

type AccountForms = {
  accounts: Pick<AccountState, "account" | "changeAccount" | "revokeKey" | "withdrawInvitation">;
  people: Pick<People, "invite" | "deleteAccount">;
  plans: readonly Plan[];
  notices: Notices;
};

/** Returns the forms' routes. */
export function accountForms(parts: AccountForms): readonly Endpoint[] {
  return [
    inviteEndpoint(parts),
    changeAccountEndpoint(parts),
    deleteAccountEndpoint(parts),
    withdrawInvitationEndpoint(parts),
    revokeAnyKeyEndpoint(parts),
  ];
}

const ACCOUNTS = "/console/accounts";
const ROLE = z.enum(["account", "operator"]);
const ID = z.string().min(1);
/** Empty: the invited person chooses an e-mail. */
const INVITED_EMAIL = z.union([z.literal(""), EMAIL]);
const planIn = (plans: readonly Plan[]) =>
  z.string().refine((chosen) => plans.some(({ id }) => id === chosen));

const OWN_ACCOUNT: Notice = { kind: "done", what: "ownAccount", name: "" };

const pageOf = (account: string) => `${ACCOUNTS}/${encodeURIComponent(account)}`;
const isGone = (notice: Notice) => notice.kind === "done" && notice.what === "gone";

/** POST /console/accounts/invite: makes an invitation, whose link is shown once. */
function inviteEndpoint({ people, plans, notices }: AccountForms): Endpoint {
  const form = z.object({ email: z.string(), role: ROLE, plan: planIn(plans) });
  return formEndpoint(
    { path: "/console/accounts/invite", caller: "operator", to: ACCOUNTS, fields: form, notices },
    async (values, _context, by) => {
      const { success, data: email } = INVITED_EMAIL.safeParse(values.email);
      if (!success) return { kind: "problem", form: "invite", code: "email", values };
      const { path } = await people.invite({ ...values, email }, by);
      return { kind: "invitation", email, path };
    },
  );
}

/**
 * POST /console/accounts/change: changes what the operator changed of an account's plan, role and
 * suspension. The fields `seen…` are the account's values when the page showed the form. If another
 * operator changed the same since, it changes nothing, and the page shows the form with this operator's changes.
 */
function changeAccountEndpoint({ accounts, plans, notices }: AccountForms): Endpoint {
  const form = z.object({
    id: ID,
    plan: planIn(plans),
    role: ROLE,
    suspended: z.string().optional(),
    seenPlan: z.string(),
    seenRole: ROLE,
    seenSuspended: z.string().optional(),
  });
  const to = ({ id }: { id: string }, notice: Notice) => (isGone(notice) ? ACCOUNTS : pageOf(id));
  return formEndpoint(
    { path: "/console/accounts/change", caller: "operator", to, fields: form, notices },
    async (fields, context, by) => {
      const { id, plan, role, suspended, seenPlan, seenRole, seenSuspended } = fields;
      const isSuspended = suspended !== undefined;
      const seen = { plan: seenPlan, role: seenRole, isSuspended: seenSuspended !== undefined };
      const change: AccountChange = {
        // The form showed the first plan if the account's is no longer configured.
        ...(plan !== planOf(plans, seen.plan).id && { plan }),
        ...(role !== seen.role && { role }),
        ...(isSuspended !== seen.isSuspended && { isSuspended }),
      };
      // The last operator would lock themselves out of the console.
      const isOwn = id === accountOf(context).accountId;
      if (isOwn && (change.isSuspended || change.role === "account")) return OWN_ACCOUNT;
      const changed = await accounts.changeAccount(id, change, by, seen);
      if (changed !== "stale") {
        const isChanged = Object.keys(change).length > 0;
        return doneNotice(isChanged ? "accountChanged" : "accountUnchanged", changed?.email);
      }
      const values = {
        plan: change.plan,
        role: change.role,
        suspended: change.isSuspended === undefined ? undefined : String(change.isSuspended),
      };
      return { kind: "problem", form: "account", code: "stale", values };
    },
  );
}

/** POST /console/accounts/delete: deletes an account with its keys, usage and sessions. */
function deleteAccountEndpoint({ accounts, people, notices }: AccountForms): Endpoint {
  const to = ({ id }: { id: string }, notice: Notice) =>
    notice === OWN_ACCOUNT ? pageOf(id) : ACCOUNTS;
  return formEndpoint(
    {
      path: "/console/accounts/delete",
      caller: "operator",
      to,
      fields: z.object({ id: ID }),
      notices,
    },
    async ({ id }, context, by) => {
      if (id === accountOf(context).accountId) return OWN_ACCOUNT;
      const account = await accounts.account(id);
      const isDeleted = await people.deleteAccount(id, by);
      return doneNotice("accountDeleted", isDeleted ? account?.email : undefined);
    },
  );
}

/** POST /console/invitations/withdraw: invalidates the link of an invitation. */
function withdrawInvitationEndpoint({ accounts, notices }: AccountForms): Endpoint {
  return formEndpoint(
    {
      path: "/console/invitations/withdraw",
      caller: "operator",
      to: ACCOUNTS,
      fields: z.object({ id: ID }),
      notices,
    },
    async ({ id }, _context, by) => {
      const isWithdrawn = await accounts.withdrawInvitation(id, by);
      return doneNotice("invitationWithdrawn", isWithdrawn ? "" : undefined);
    },
  );
}

/** POST /console/keys/revoke: revokes a key; `account`: the account whose page has the form. */
function revokeAnyKeyEndpoint({ accounts, notices }: AccountForms): Endpoint {
  const form = z.object({ id: ID, name: z.string().default(""), account: ID.optional() });
  const to = ({ account }: { account?: string | undefined }) =>
    account === undefined ? "/console/keys" : pageOf(account);
  return formEndpoint(
    { path: "/console/keys/revoke", caller: "operator", to, fields: form, notices },
    async ({ id, name }, _context, by) => {
      const isRevoked = await accounts.revokeKey(id, { account: null }, by);
      return doneNotice("keyRevoked", isRevoked ? name : undefined);
    },
  );
}
