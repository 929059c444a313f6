import "server-only";
import { z } from "zod";
import { RATINGS } from "@/lib/core/moderation";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, type Handler } from "@/lib/platform/http";
import type { Actor } from "@/lib/state/account-state";
import type { Console } from "./console";

/*
 * The console's forms about reports, ratings, the library and the remote service. Each answers 303 to
 * the page of the form, which shows the new state. The application has checked that an operator sent it
 * from a page of ours. A form about what is gone meanwhile changes nothing.
 */

const NUMBER = z.coerce.number().int().min(1);

const RATE = z
  .object({
    report: NUMBER.optional(),
    source: z.string().min(1).optional(),
    rating: z.enum([...RATINGS, "none"]),
  })
  .refine(({ report, source }) => (report === undefined) !== (source === undefined));

/**
 * POST /console/reports/rate: rates an image and deletes its reports.
 *
 * Body    `rating`: `fine`, `moderate`, `never`, or `none`, which takes the rating back; and `report`,
 *         the id of a report of the image, or `source` of an image that is rated already.
 */
export function rateEndpoint(console: Pick<Console, "rate">): Handler {
  return async (request, context) => {
    const { report, source = "", rating } = await readForm(request, RATE);
    const image = report === undefined ? { source } : { report };
    await console.rate(image, rating === "none" ? null : rating, actorOf(context));
    return seeOther("/console/reports");
  };
}

const DISMISS = z.object({ report: NUMBER });

/** POST /console/reports/dismiss: deletes the report with the id `report`. */
export function dismissEndpoint(console: Pick<Console, "dismiss">): Handler {
  return async (request, context) => {
    const { report } = await readForm(request, DISMISS);
    await console.dismiss(report, actorOf(context));
    return seeOther("/console/reports");
  };
}

const RESCAN = z.object({ source: z.union([z.literal(""), NUMBER]).optional() });

/** POST /console/library/scan: scans the source with the number `source` again; empty: all. */
export function rescanEndpoint(console: Pick<Console, "rescan">): Handler {
  return async (request, context) => {
    const { source } = await readForm(request, RESCAN);
    await console.rescan(source === undefined || source === "" ? null : source, actorOf(context));
    return seeOther("/console/library");
  };
}

/** POST /console/search/resume: the next search asks the remote service again. */
export function resumeEndpoint(console: Pick<Console, "resume">): Handler {
  return async (_request, context) => {
    await console.resume(actorOf(context));
    return seeOther("/console");
  };
}

function actorOf(context: Context): Actor {
  return { id: accountOf(context).accountId, from: context.client };
}

/** @throws AppError invalid_query */
async function readForm<S extends z.ZodType>(request: Request, form: S): Promise<z.output<S>> {
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  const parsed = form.safeParse(fields);
  if (!parsed.success) throw new AppError("invalid_query", "not a form of ours");
  return parsed.data;
}

/** The location is relative: behind a proxy, only the browser knows the server's host name. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
