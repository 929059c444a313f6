import "server-only";
import { z } from "zod";
import { accountOf, type Handler } from "@/lib/platform/http";
import type { People } from "@/lib/service/accounts/people";
import type { AccountState } from "@/lib/state/account-state";
import { actorOf, answerWithNotice, doneNotice, readForm } from "./forms";
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

/** POST /console/accounts/invite: makes an invitation, whose link is shown once. */
export function inviteEndpoint({ people, planIds, notices }: ConsoleForms): Handler {
  const form = z.object({
    // Empty: the invited person chooses an e-mail.
    email: z.union([z.literal(""), z.email().max(254)]).catch("?"),
    role: ROLE,
    plan: planIn(planIds),
  });
  return async (request, context) => {
    const { email, role, plan } = await readForm(request, form);
    if (email === "?") {
      return answerWithNotice(notices, context, ACCOUNTS, {
        kind: "problem",
        form: "invite",
        code: "email",
        values: { role, plan },
      });
    }
    const { path } = await people.invite({ email, role, plan }, actorOf(context));
    return answerWithNotice(notices, context, ACCOUNTS, { kind: "invitation", email, path });
  };
}

/** POST /console/accounts/change: sets plan, role and suspension of an account. */
export function changeAccountEndpoint(forms: ConsoleForms): Handler {
  const form = z.object({
    id: ID,
    plan: planIn(forms.planIds),
    role: ROLE,
    suspended: z.string().optional(),
  });
  return async (request, context) => {
    const { id, plan, role, suspended } = await readForm(request, form);
    const isSuspended = suspended !== undefined;
    // The last operator would lock themselves out of the console.
    if (id === accountOf(context).accountId && (isSuspended || role !== "operator")) {
      return answerWithNotice(forms.notices, context, ACCOUNTS, {
        kind: "done",
        what: "ownAccount",
        name: "",
      });
    }
    const change = { plan, role, isSuspended };
    const changed = await forms.accounts.changeAccount(id, change, actorOf(context));
    return answerWithNotice(
      forms.notices,
      context,
      ACCOUNTS,
      doneNotice("accountChanged", changed?.email),
    );
  };
}

/** POST /console/accounts/delete: deletes an account with its keys, usage and sessions. */
export function deleteAccountEndpoint({ accounts, people, notices }: ConsoleForms): Handler {
  const form = z.object({ id: ID });
  return async (request, context) => {
    const { id } = await readForm(request, form);
    if (id === accountOf(context).accountId) {
      return answerWithNotice(notices, context, ACCOUNTS, {
        kind: "done",
        what: "ownAccount",
        name: "",
      });
    }
    const account = await accounts.account(id);
    const isDeleted = await people.deleteAccount(id, actorOf(context));
    const email = isDeleted ? account?.email : undefined;
    return answerWithNotice(notices, context, ACCOUNTS, doneNotice("accountDeleted", email));
  };
}

/** POST /console/invitations/withdraw: invalidates the link of an invitation. */
export function withdrawInvitationEndpoint({ accounts, notices }: ConsoleForms): Handler {
  const form = z.object({ id: ID });
  return async (request, context) => {
    const { id } = await readForm(request, form);
    const isWithdrawn = await accounts.withdrawInvitation(id, actorOf(context));
    const name = isWithdrawn ? "" : undefined;
    return answerWithNotice(notices, context, ACCOUNTS, doneNotice("invitationWithdrawn", name));
  };
}

/** POST /console/keys/revoke: revokes a key of any account. */
export function revokeAnyKeyEndpoint({ accounts, notices }: ConsoleForms): Handler {
  const form = z.object({ id: ID, name: z.string().default("") });
  return async (request, context) => {
    const { id, name } = await readForm(request, form);
    const isRevoked = await accounts.revokeKey(id, { account: null }, actorOf(context));
    const notice = doneNotice("keyRevoked", isRevoked ? name : undefined);
    return answerWithNotice(notices, context, "/console/keys", notice);
  };
}
