import "server-only";
import { z } from "zod";
import type { Notice } from "@/lib/contract/notice";
import { assertOwnPage } from "@/lib/gallery/cross-site";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, type Handler, seeOther } from "@/lib/platform/http";
import type { Asker, People, SignInResult } from "@/lib/service/accounts/people";
import { actorOf, answerWithNotice, readForm } from "./forms";
import { NO_SESSION, type NoticePlace, type Notices } from "./notices";

/*
 * The sign-in and sign-up forms. A page of ours posts each one. The response is 303: to the page
 * that the person asked for, or back to the form with `problem=<code>`. What was typed is never in
 * a URL: a notice gives the form its e-mail back.
 */

/** Pages to which sign-in may redirect; any other path could lead to another host. */
const PAGE = /^\/(?:account|console|v1\/docs)(?:\/[\w-]+)*$/;

const AFTER_SIGN_IN = "/account";

/** A missing field is empty. */
const TEXT = z.string().default("");
const CREDENTIALS = z.object({ email: TEXT, password: TEXT });
const SIGN_IN = CREDENTIALS.extend({ to: TEXT });
const INVITATION = CREDENTIALS.extend({ token: TEXT });
const SESSION = z.object({ id: TEXT });
const PASSWORDS = z.object({ present: TEXT, next: TEXT });

/** POST /api/sign-in: fields `email`, `password`, and `to`, the page to go to. */
export function signInEndpoint(people: Pick<People, "signIn">, notices: Notices): Handler {
  return async (request, context) => {
    const { to: page, ...credentials } = await readForm(request, SIGN_IN);
    const to = PAGE.test(page) ? page : null;
    const result = await people.signIn(credentials, askerOf(request, context));
    const back = to === null ? "/sign-in" : `/sign-in?to=${encodeURIComponent(to)}`;
    const refused = { back, cookie: typed(notices, credentials, "/sign-in") };
    return answerTo(result, { to: to ?? AFTER_SIGN_IN, ...refused });
  };
}

/** POST /api/sign-up: fields `email`, `password`. */
export function signUpEndpoint(
  people: Pick<People, "signUp" | "isSignUpOpen">,
  notices: Notices,
): Handler {
  return async (request, context) => {
    const credentials = await readForm(request, CREDENTIALS);
    if (!people.isSignUpOpen) throw new AppError("not_found", "sign-up is closed");
    const result = await people.signUp(credentials, askerOf(request, context));
    const cookie = typed(notices, credentials, "/sign-up");
    return answerTo(result, { to: AFTER_SIGN_IN, back: "/sign-up", cookie });
  };
}

/** POST /api/invitation: fields `token`, `email` unless the invitation has one, `password`. */
export function invitationEndpoint(people: Pick<People, "accept">, notices: Notices): Handler {
  return async (request, context) => {
    const { token, ...credentials } = await readForm(request, INVITATION);
    const result = await people.accept(token, credentials, askerOf(request, context));
    const back = `/invitation/${encodeURIComponent(token)}`;
    const cookie = typed(notices, credentials, "/invitation");
    return answerTo(result, { to: AFTER_SIGN_IN, back, cookie });
  };
}

/** POST /sign-out: ends the session; also deletes the cookie of an invalid session. */
export function signOutEndpoint(people: Pick<People, "signOut">): Handler {
  return async (request) => {
    assertOwnPage(request);
    const cookies = await people.signOut(request.headers.get("cookie") ?? "");
    return seeOther("/sign-in", ...cookies);
  };
}

/** POST /account/sessions/end: field `id`, a session of the account; or `others`. */
export function endSessionEndpoint(people: Pick<People, "endSession" | "endSessions">): Handler {
  return async (request, context) => {
    const { accountId, sessionId } = accountOf(context);
    const { id } = await readForm(request, SESSION);
    const by = actorOf(context);
    if (id === "others") await people.endSessions(accountId, sessionId, by);
    else await people.endSession(accountId, id, by);
    return seeOther("/account#sessions");
  };
}

/**
 * POST /account/password: fields `present`, the current password, and `next`. Ends the account's
 * other sessions.
 */
export function changePasswordEndpoint(
  people: Pick<People, "changePassword">,
  notices: Notices,
): Handler {
  return async (request, context) => {
    const account = accountOf(context);
    const passwords = await readForm(request, PASSWORDS);
    const typed = { cookie: request.headers.get("cookie") ?? "", ...passwords };
    const problem = await people.changePassword(account, typed, context);
    const notice: Notice =
      problem === null
        ? { kind: "done", what: "passwordChanged", name: "" }
        : { kind: "problem", form: "password", code: problem, values: {} };
    return answerWithNotice(notices, context, "/account#sessions", notice);
  };
}

/** Returns the cookie that fills in the e-mail when the form is shown again. */
function typed(notices: Notices, { email }: { email: string }, place: NoticePlace): string {
  const notice = { kind: "problem", form: "sign-in", code: "", values: { email } } as const;
  return notices.cookieOf(notice, NO_SESSION, place);
}

function askerOf({ headers }: Request, { visitor }: Context): Asker {
  return {
    visitor,
    userAgent: headers.get("user-agent"),
    cookie: headers.get("cookie") ?? "",
  };
}

/** `back`: the page of the form. `cookie`: set if the form is refused. */
function answerTo(
  result: SignInResult,
  { to, back, cookie }: { to: string; back: string; cookie: string },
): Response {
  if (result.problem === null) return seeOther(to, ...result.cookies);
  return seeOther(`${back}${back.includes("?") ? "&" : "?"}problem=${result.problem}`, cookie);
}
