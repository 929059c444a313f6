import "server-only";
import { z } from "zod";
import { RATINGS } from "@/lib/core/image/moderation";
import { actorOf, answerWithNotice, doneNotice, formEndpoint } from "@/lib/web/forms";
import type { Notices } from "@/lib/web/notices";
import { type Endpoint, FORM } from "@/lib/web/route";
import type { ConsoleContents } from "./contents";

/*
 * The console's forms for reports, ratings, the library and the remote service. Each answers 303 to
 * the form's page, with a notice of what it did. The application has checked that an operator sent
 * it from a page of ours. If the subject of a form is gone, the form changes nothing and says so.
 */
type OperatorForms = {
  console: Pick<ConsoleContents, "rate" | "dismiss" | "rescan" | "resume">;
  notices: Notices;
};

/** Returns the forms' routes. */
export function operatorForms(parts: OperatorForms): readonly Endpoint[] {
  return [
    rateEndpoint(parts),
    dismissEndpoint(parts),
    rescanEndpoint(parts),
    resumeEndpoint(parts),
  ];
}

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
function rateEndpoint({ console, notices }: OperatorForms): Endpoint {
  return formEndpoint(
    {
      path: "/console/reports/rate",
      caller: "operator",
      to: "/console/reports",
      fields: RATE,
      notices,
    },
    async (fields, _context, by) => {
      const { report, source = "", rating } = fields;
      const image = report === undefined ? { source } : { report };
      const rated = await console.rate(image, rating === "none" ? null : rating, by);
      return doneNotice(`rated.${rating}`, rated?.name);
    },
  );
}

const DISMISS = z.object({ report: NUMBER });

/**
 * POST /console/reports/dismiss: deletes the report with the id `report`, and the older ones of its
 * image.
 */
function dismissEndpoint({ console, notices }: OperatorForms): Endpoint {
  return formEndpoint(
    {
      path: "/console/reports/dismiss",
      caller: "operator",
      to: "/console/reports",
      fields: DISMISS,
      notices,
    },
    async ({ report }, _context, by) => {
      const dismissed = await console.dismiss(report, by);
      return doneNotice("reportDismissed", dismissed?.name);
    },
  );
}

const RESCAN = z.object({ source: z.union([z.literal(""), NUMBER]).optional() });

/** POST /console/library/scan: scans the source with the number `source` again; empty: all. */
function rescanEndpoint({ console, notices }: OperatorForms): Endpoint {
  return formEndpoint(
    {
      path: "/console/library/scan",
      caller: "operator",
      to: "/console/library",
      fields: RESCAN,
      notices,
    },
    async ({ source }, _context, by) => {
      const chosen = source === undefined || source === "" ? null : source;
      const scanned = await console.rescan(chosen, by);
      return doneNotice(chosen === null ? "scanAllBegun" : "scanBegun", scanned?.location);
    },
  );
}

/** POST /console/search/resume: ends the pause, so the next search calls the service again. */
function resumeEndpoint({ console, notices }: OperatorForms): Endpoint {
  return {
    ...FORM,
    path: "/console/search/resume",
    caller: "operator",
    async handler(_request, context) {
      const isResumed = await console.resume(actorOf(context));
      const notice = doneNotice("resumed", isResumed ? "" : undefined);
      return answerWithNotice(notices, context, "/console", notice);
    },
  };
}
