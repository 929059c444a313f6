import "server-only";
import { z } from "zod";
import type { Notice } from "@/lib/contract/notice";
import { accountOf, type Handler } from "@/lib/platform/http";
import { EMAIL_CHARACTERS_MAX, type People } from "@/lib/service/accounts/people";
import type { AccountState } from "@/lib/state/account-state";
import { doneNotice, formEndpoint } from "./forms";
import type { Notices } from "./notices";

/*
 * The console's forms for accounts and keys. Each answers 303 to the form's page, with a notice of
 * what it did. The application has checked that an operator sent it from a page of ours.
 */

export type ConsoleForms = {
  accounts: Pick<AccountState, "account" | "changeAccount" | "revokeKey" | "withdrawInvitation">;
  people: Pick<People, "invite" | "deleteAccount">;
  planIds: readonly string[];
  notices: Notices;
};

const ACCOUNTS = "/console/accounts";
const ROLE = z.enum(["account", "operator"]);
const ID = z.string().min(1);
const planIn = (ids: readonly string[]) => z.string().refine((id) => ids.includes(id));

const OWN_ACCOUNT: Notice = { kind: "done", what: "ownAccount", name: "" };

/** POST /console/accounts/invite: makes an invitation, whose link is shown once. */
export function inviteEndpoint({ people, planIds, notices }: ConsoleForms): Handler {
  const form = z.object({
    // Empty: the invited person chooses an e-mail.
    email: z.union([z.literal(""), z.email().max(EMAIL_CHARACTERS_MAX)]).catch("?"),
    role: ROLE,
    plan: planIn(planIds),
  });
  return formEndpoint(notices, ACCOUNTS, form, async ({ email, role, plan }, _context, by) => {
    if (email === "?") {
      return { kind: "problem", form: "invite", code: "email", values: { role, plan } };
    }
    const { path } = await people.invite({ email, role, plan }, by);
    return { kind: "invitation", email, path };
  });
}

/** POST /console/accounts/change: sets plan, role and suspension of an account. */
export function changeAccountEndpoint({ accounts, planIds, notices }: ConsoleForms): Handler {
  const form = z.object({
    id: ID,
    plan: planIn(planIds),
    role: ROLE,
    suspended: z.string().optional(),
  });
  return formEndpoint(notices, ACCOUNTS, form, async (fields, context, by) => {
    const { id, plan, role, suspended } = fields;
    const isSuspended = suspended !== undefined;
    // The last operator would lock themselves out of the console.
    const isOwn = id === accountOf(context).accountId;
    if (isOwn && (isSuspended || role !== "operator")) return OWN_ACCOUNT;
    const changed = await accounts.changeAccount(id, { plan, role, isSuspended }, by);
    return doneNotice("accountChanged", changed?.email);
  });
}

/** POST /console/accounts/delete: deletes an account with its keys, usage and sessions. */
export function deleteAccountEndpoint({ accounts, people, notices }: ConsoleForms): Handler {
  return formEndpoint(notices, ACCOUNTS, z.object({ id: ID }), async ({ id }, context, by) => {
    if (id === accountOf(context).accountId) return OWN_ACCOUNT;
    const account = await accounts.account(id);
    const isDeleted = await people.deleteAccount(id, by);
    return doneNotice("accountDeleted", isDeleted ? account?.email : undefined);
  });
}

/** POST /console/invitations/withdraw: invalidates the link of an invitation. */
export function withdrawInvitationEndpoint({ accounts, notices }: ConsoleForms): Handler {
  return formEndpoint(notices, ACCOUNTS, z.object({ id: ID }), async ({ id }, _context, by) => {
    const isWithdrawn = await accounts.withdrawInvitation(id, by);
    return doneNotice("invitationWithdrawn", isWithdrawn ? "" : undefined);
  });
}

/** POST /console/keys/revoke: revokes a key of any account. */
export function revokeAnyKeyEndpoint({ accounts, notices }: ConsoleForms): Handler {
  const form = z.object({ id: ID, name: z.string().default("") });
  return formEndpoint(notices, "/console/keys", form, async ({ id, name }, _context, by) => {
    const isRevoked = await accounts.revokeKey(id, { account: null }, by);
    return doneNotice("keyRevoked", isRevoked ? name : undefined);
  });
}
