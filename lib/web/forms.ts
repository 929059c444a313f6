import "server-only";
import type { z } from "zod";
import type { Notice } from "@/lib/contract/notice";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, seeOther } from "@/lib/platform/http";
import { assertOwnPage } from "./cross-site";
import type { Notices } from "./notices";
import { type Endpoint, FORM } from "./route";

/*
 * Shared by the forms of our pages, which post `application/x-www-form-urlencoded` and get a 303.
 */

/**
 * Returns the fields of a form that a page of ours posted.
 *
 * @throws AppError cross_site; invalid_query for fields that no form of ours sends
 */
export async function readForm<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  assertOwnPage(request);
  const entries = [...new URLSearchParams(await request.text())];
  // PostgreSQL cannot store NUL.
  const fields = Object.fromEntries(
    entries.map(([name, value]) => [name, value.replaceAll("\0", "")]),
  );
  const parsed = schema.safeParse(fields);
  if (!parsed.success) throw new AppError("invalid_query", "not a form of ours");
  return parsed.data;
}

/** Who sent a form, for the audit log: the account's id, and the network of the IP address. */
type Sender = { id: string; from: string };

export function actorOf(context: Context): Sender {
  return { id: accountOf(context).accountId, from: context.visitor };
}

type FormOptions<S extends z.ZodType> = {
  path: string;
  /** Who may send it. */
  caller: "account" | "operator";
  /** The page that shows the notice. */
  to: string | ((fields: z.output<S>, notice: Notice) => string);
  fields: S;
  notices: Notices;
};

/**
 * Creates the endpoint of a form of an account: `act` does what the form asks for, and returns a notice
 * of it.
 *
 * @throws (the endpoint) AppError cross_site, invalid_query, and what `act` throws
 */
export function formEndpoint<S extends z.ZodType>(
  { path, caller, to, fields: schema, notices }: FormOptions<S>,
  act: (fields: z.output<S>, context: Context, by: Sender) => Promise<Notice>,
): Endpoint {
  return {
    ...FORM,
    path,
    caller,
    async handler(request, context) {
      const fields = await readForm(request, schema);
      const notice = await act(fields, context, actorOf(context));
      const page = typeof to === "string" ? to : to(fields, notice);
      return answerWithNotice(notices, context, page, notice);
    },
  };
}

/** Redirects to a page of the account or console, which shows this session the notice. */
export function answerWithNotice(
  notices: Notices,
  context: Context,
  to: string,
  notice: Notice,
  cookies: readonly string[] = [],
): Response {
  const path = to.startsWith("/console") ? "/console" : "/account";
  const cookie = notices.cookieOf(notice, accountOf(context).sessionId, path);
  return seeOther(to, cookie, ...cookies);
}

/** Returns the notice of a console form; `name` is undefined if its subject was gone. */
export function doneNotice(what: string, name: string | undefined): Notice {
  return { kind: "done", what: name === undefined ? "gone" : what, name: name ?? "" };
}
