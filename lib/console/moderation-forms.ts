import "server-only";
import { z } from "zod";
import { RATINGS } from "@/lib/core/image/moderation";
import type { Handler } from "@/lib/platform/http";
import { actorOf, answerWithNotice, doneNotice, formEndpoint } from "@/lib/web/forms";
import type { Notices } from "@/lib/web/notices";
import type { Console } from "./contents";

/*
 * The console's forms for reports, ratings, the library and the remote service. Each answers 303 to
 * the form's page, with a notice of what it did. The application has checked that an operator sent
 * it from a page of ours. If the subject of a form is gone, the form changes nothing and says so.
 */
export type ModerationForms = {
  console: Pick<Console, "rate" | "dismiss" | "rescan" | "resume">;
  notices: Notices;
};

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
 * Body    `rating`: `fine`, `moderate`, `never`, or `none`, which withdraws the rating; and either
 *         `report`, the id of a report, or `source`, the source URL of a rated image.
 */
export function rateEndpoint({ console, notices }: ModerationForms): Handler {
  return formEndpoint(notices, "/console/reports", RATE, async (fields, _context, by) => {
    const { report, source = "", rating } = fields;
    const image = report === undefined ? { source } : { report };
    const rated = await console.rate(image, rating === "none" ? null : rating, by);
    return doneNotice(`rated.${rating}`, rated?.name);
  });
}

const DISMISS = z.object({ report: NUMBER });

/**
 * POST /console/reports/dismiss: deletes the report with the id `report`, and the older ones of its
 * image.
 */
export function dismissEndpoint({ console, notices }: ModerationForms): Handler {
  return formEndpoint(notices, "/console/reports", DISMISS, async ({ report }, _context, by) => {
    const dismissed = await console.dismiss(report, by);
    return doneNotice("reportDismissed", dismissed?.name);
  });
}

const RESCAN = z.object({ source: z.union([z.literal(""), NUMBER]).optional() });

/** POST /console/library/scan: scans the source with the number `source` again; empty: all. */
export function rescanEndpoint({ console, notices }: ModerationForms): Handler {
  return formEndpoint(notices, "/console/library", RESCAN, async ({ source }, _context, by) => {
    const chosen = source === undefined || source === "" ? null : source;
    const scanned = await console.rescan(chosen, by);
    return doneNotice(chosen === null ? "scanAllBegun" : "scanBegun", scanned?.location);
  });
}

/** POST /console/search/resume: ends the pause, so the next search calls the service again. */
export function resumeEndpoint({ console, notices }: ModerationForms): Handler {
  return async (_request, context) => {
    const isResumed = await console.resume(actorOf(context));
    const notice = doneNotice("resumed", isResumed ? "" : undefined);
    return answerWithNotice(notices, context, "/console", notice);
  };
}
