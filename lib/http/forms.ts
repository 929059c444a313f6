import "server-only";
import type { z } from "zod";
import type { Notice } from "@/lib/contract/notice";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, seeOther } from "@/lib/platform/http";
import type { Actor } from "@/lib/state/account-state";
import type { Notices } from "./notices";

/*
 * What the forms of our pages have in common: each is posted as `application/x-www-form-urlencoded`
 * and answers 303.
 */

/**
 * The fields of a posted form.
 *
 * @throws AppError invalid_query for fields that no form of ours sends
 */
export async function readForm<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  const parsed = schema.safeParse(fields);
  if (!parsed.success) throw new AppError("invalid_query", "not a form of ours");
  return parsed.data;
}

/** Who sent a form, for the audit log. */
export function actorOf(context: Context): Actor {
  return { id: accountOf(context).accountId, from: context.visitor };
}

/** Sends the browser to a page of accounts or of the console, which shows the session the notice. */
export function answerWithNotice(
  notices: Notices,
  context: Context,
  to: string,
  notice: Notice,
): Response {
  const place = to.startsWith("/console") ? "/console" : "/account";
  return seeOther(to, notices.cookieOf(notice, accountOf(context).sessionId, place));
}

/** What a form of the console did; `name` undefined: what the form is about was gone. */
export function doneNotice(what: string, name: string | undefined): Notice {
  return { kind: "done", what: name === undefined ? "gone" : what, name: name ?? "" };
}
