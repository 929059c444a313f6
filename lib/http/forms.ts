import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context } from "@/lib/platform/http";
import type { Actor } from "@/lib/state/account-state";

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

/** The location is relative: behind a proxy, only the browser knows the server's host name. */
export function seeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Who sent a form, for the audit log. */
export function actorOf(context: Context): Actor {
  return { id: accountOf(context).accountId, from: context.visitor };
}
