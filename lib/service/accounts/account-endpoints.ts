import "server-only";
import { z } from "zod";
import type { FormValues, Notice } from "@/lib/contract/notice";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, seeOther } from "@/lib/platform/http";
import { assertOwnPage } from "@/lib/web/cross-site";
import { actorOf, answerWithNotice, readForm } from "@/lib/web/forms";
import { NO_SESSION, type NoticePath, type Notices } from "@/lib/web/notices";
import { ACCOUNT_FORM, type Endpoint, FORM } from "@/lib/web/route";
import type { Asker, People, SignInResult } from "./people";

/*
 * The forms of a person's own account: to sign in and up, and to change it. A page of ours posts each
 * one. The response is 303: to the page that the person asked for, or back to the form with
 * `problem=<code>`. What was typed is never in a URL: a notice gives the form its e-mail back.
 */

/** Pages to which sign-in may redirect; any other path could lead to another host. */
const PAGE = /^\/(?:account|console|v1\/docs)(?:\/[\w-]+)*$/;

const AFTER_SIGN_IN = "/account";

/** A missing field is empty. */
const TEXT = z.string().default("");
const CREDENTIALS = z.object({ email: TEXT, password: TEXT });
const SIGN_IN = CREDENTIALS.extend({ to: TEXT });
const INVITATION = CREDENTIALS.extend({ token: TEXT, replaces: z.string().optional() });
const SESSION = z.object({ id: TEXT });
const CHANGE = z.object({ present: TEXT, next: TEXT });

type Parts = {
  people: Pick<
    People,
    | "signIn"
    | "signUp"
    | "isSignUpOpen"
    | "accept"
    | "signOut"
    | "endSession"
    | "endSessions"
    | "changePassword"
    | "changeEmail"
    | "deleteOwnAccount"
  >;
  notices: Notices;
};

/** Returns the forms' routes. */
export function accountEndpoints({ people, notices }: Parts): readonly Endpoint[] {
  return [
    signInEndpoint(people, notices),
    signUpEndpoint(people, notices),
    invitationEndpoint(people, notices),
    signOutEndpoint(people),
    endSessionEndpoint(people),
    changePasswordEndpoint(people, notices),
    changeEmailEndpoint(people, notices),
    deleteOwnAccountEndpoint(people, notices),
  ];
}

/** POST /api/sign-in: fields `email`, `password`, and `to`, the page to go to. */
function signInEndpoint(people: Pick<People, "signIn">, notices: Notices): Endpoint {
  return {
    ...FORM,
    path: "/api/sign-in",
    handler: async (request, context) => {
      const { to: page, ...credentials } = await readForm(request, SIGN_IN);
      const to = PAGE.test(page) ? page : null;
      const result = await people.signIn(credentials, askerOf(request, context));
      const back = to === null ? "/sign-in" : `/sign-in?to=${encodeURIComponent(to)}`;
      const refused = { back, path: "/sign-in", notices, ...credentials } as const;
      return answerTo(result, { to: to ?? AFTER_SIGN_IN, ...refused });
    },
  };
}

/** POST /api/sign-up: fields `email`, `password`. */
function signUpEndpoint(
  people: Pick<People, "signUp" | "isSignUpOpen">,
  notices: Notices,
): Endpoint {
  return {
    ...FORM,
    path: "/api/sign-up",
    handler: async (request, context) => {
      const credentials = await readForm(request, CREDENTIALS);
      if (!people.isSignUpOpen) throw new AppError("not_found", "sign-up is closed");
      const result = await people.signUp(credentials, askerOf(request, context));
      const refused = { back: "/sign-up", path: "/sign-up", notices, ...credentials } as const;
      return answerTo(result, { to: AFTER_SIGN_IN, ...refused });
    },
  };
}

/**
 * POST /api/invitation: fields `token`, `email` unless the invitation has one, `password`; `replaces`
 * deletes an account that another person made with the invitation's e-mail.
 */
function invitationEndpoint(people: Pick<People, "accept">, notices: Notices): Endpoint {
  return {
    ...FORM,
    path: "/api/invitation",
    handler: async (request, context) => {
      const { token, replaces, ...credentials } = await readForm(request, INVITATION);
      const joined = { ...credentials, replaces: replaces !== undefined };
      const result = await people.accept(token, joined, askerOf(request, context));
      const back = `/invitation/${encodeURIComponent(token)}`;
      const refused = { back, path: "/invitation", notices, ...credentials } as const;
      return answerTo(result, { to: AFTER_SIGN_IN, ...refused });
    },
  };
}

/** POST /sign-out: ends the session; also deletes the cookie of an invalid session. */
function signOutEndpoint(people: Pick<People, "signOut">): Endpoint {
  return {
    ...FORM,
    path: "/sign-out",
    handler: async (request) => {
      assertOwnPage(request);
      const cookies = await people.signOut(request.headers.get("cookie") ?? "");
      return seeOther("/sign-in", ...cookies);
    },
  };
}

/** POST /account/sessions/end: field `id`, a session of the account; or `others`, or `all`. */
function endSessionEndpoint(
  people: Pick<People, "endSession" | "endSessions" | "signOut">,
): Endpoint {
  return {
    ...ACCOUNT_FORM,
    path: "/account/sessions/end",
    handler: async (request, context) => {
      const { accountId, sessionId } = accountOf(context);
      const { id } = await readForm(request, SESSION);
      const by = actorOf(context);
      if (id === "all") {
        await people.endSessions(accountId, null, by);
        return seeOther("/sign-in", ...(await people.signOut(request.headers.get("cookie") ?? "")));
      }
      if (id === "others") await people.endSessions(accountId, sessionId, by);
      else await people.endSession(accountId, id, by);
      return seeOther("/account#sessions");
    },
  };
}

/** POST /account/password: fields `present`, the current password, and `next`. */
function changePasswordEndpoint(
  people: Pick<People, "changePassword">,
  notices: Notices,
): Endpoint {
  return {
    ...ACCOUNT_FORM,
    path: "/account/password",
    handler: async (request, context) => {
      const { next, ...confirmation } = await readChange(request, context);
      const result = await people.changePassword(confirmation, next, context);
      return answerChange(notices, context, { form: "password", done: "passwordChanged" }, result);
    },
  };
}

/** POST /account/email: fields `present`, the current password, and `next`, the new e-mail. */
function changeEmailEndpoint(people: Pick<People, "changeEmail">, notices: Notices): Endpoint {
  return {
    ...ACCOUNT_FORM,
    path: "/account/email",
    handler: async (request, context) => {
      const { next, ...confirmation } = await readChange(request, context);
      const result = await people.changeEmail(confirmation, next, context);
      const form = { form: "email", done: "emailChanged", values: { email: next } };
      return answerChange(notices, context, form, result);
    },
  };
}

/** POST /account/delete: field `present`, the current password. */
function deleteOwnAccountEndpoint(
  people: Pick<People, "deleteOwnAccount" | "signOut">,
  notices: Notices,
): Endpoint {
  return {
    ...ACCOUNT_FORM,
    path: "/account/delete",
    handler: async (request, context) => {
      const { next: _, ...confirmation } = await readChange(request, context);
      const result = await people.deleteOwnAccount(confirmation, context);
      if (result.problem !== null) {
        return answerChange(notices, context, { form: "delete", done: "" }, result);
      }
      const deleted = { kind: "done", what: "accountDeleted", name: "" } as const;
      const cookies = await people.signOut(request.headers.get("cookie") ?? "");
      return seeOther("/sign-in", ...cookies, notices.cookieOf(deleted, NO_SESSION, "/sign-in"));
    },
  };
}

/** A form that changes an account needs its current password. */
async function readChange(request: Request, context: Context) {
  return { principal: accountOf(context), ...(await readForm(request, CHANGE)) };
}

function answerChange(
  notices: Notices,
  context: Context,
  { form, done, values = {} }: { form: string; done: string; values?: FormValues },
  result: { problem: string | null; waitMs?: number; cookies?: readonly string[] },
): Response {
  const notice: Notice =
    result.problem === null
      ? { kind: "done", what: done, name: "" }
      : { kind: "problem", form, code: result.problem, values: { ...values, ...waitOf(result) } };
  return answerWithNotice(notices, context, "/account#sessions", notice, result.cookies);
}

/** Returns how long the form says to wait, in whole minutes. */
function waitOf({ waitMs }: { problem: string | null; waitMs?: number }): FormValues {
  return waitMs === undefined ? {} : { waitMinutes: String(Math.ceil(waitMs / 60_000)) };
}

function askerOf({ headers }: Request, { visitor }: Context): Asker {
  return {
    visitor,
    userAgent: headers.get("user-agent"),
    cookie: headers.get("cookie") ?? "",
  };
}

/** `back`: the page of the form, which gets a notice if the form is refused. */
function answerTo(
  result: SignInResult,
  { to, back, path, notices, email }: RefusedForm & { to: string },
): Response {
  if (result.problem === null) return seeOther(to, ...result.cookies);
  const values = { email, ...waitOf(result) };
  const notice = { kind: "problem", form: "sign-in", code: "", values } as const;
  const cookie = notices.cookieOf(notice, NO_SESSION, path);
  return seeOther(`${back}${back.includes("?") ? "&" : "?"}problem=${result.problem}`, cookie);
}

type RefusedForm = { back: string; path: NoticePath; notices: Notices; email: string };
