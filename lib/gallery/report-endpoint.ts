import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import {
  COMMENT_CHARACTERS_MAX,
  libraryIdOf,
  librarySource,
  REPORT_REASONS,
  type ReportedImage,
} from "@/lib/core/image/moderation";
import { ownOriginalId } from "@/lib/core/image/own-original";
import { readAsked } from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { logFailure, seeOther } from "@/lib/platform/http";
import { warnThrottled } from "@/lib/platform/log";
import { cleanText, cutText } from "@/lib/protocol/clean-text";
import { readWebUrl } from "@/lib/protocol/read-web-url";
import type { ModerationState } from "@/lib/state/moderation-state";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";

/** Reports that one visitor may send. */
const LIMIT = { points: 10, duration: 600 };

const NAME_CHARACTERS_MAX = 300;

export type ReportParts = {
  moderation: Pick<ModerationState, "report">;
  /** Returns null if there is no such picture, or the operator hid it. */
  libraryPicture: (
    id: string,
  ) => Promise<{ name: string; fileName: string; hostUrl: string | null } | null>;
  /** Returns the source of a thumbnail URL that this server signed; null for any other path. */
  sourceOfThumbnail: (path: string) => string | null;
};

/**
 * POST /api/reports: a visitor reports an image to the operator.
 *
 * Body    form-encoded: `image`, a signed thumbnail URL of it or the path of a library picture's file,
 *         so that only an image that this server showed can be reported; `reason` (`REPORT_REASONS`);
 *         `comment`, optional; `name` and `page`, as the visitor saw them; `search`, the query string
 *         that the picture's page was opened with.
 * 204     for scripts (`Accept: application/json`).
 * 303     otherwise: to the picture's page, at `#reported` or `#report-failed`.
 * Errors  cross_site, report_invalid, report_limited, internal.
 */
export function reportEndpoint({
  moderation,
  libraryPicture,
  sourceOfThumbnail,
}: ReportParts): Endpoint {
  const limiter = new RateLimiterMemory(LIMIT);

  async function reportedImage(sent: URLSearchParams): Promise<ReportedImage | null> {
    const image = sent.get("image") ?? "";
    const ownId = ownOriginalId(image);
    const source =
      ownId === null
        ? (sourceOfThumbnail(image)?.replace(/^(lib:[^@]*)@.*/, "$1") ?? null)
        : librarySource(ownId);
    if (source === null) return null;
    const id = libraryIdOf(source);
    if (id === null) {
      const name = cutText(cleanText(sent.get("name") ?? ""), NAME_CHARACTERS_MAX);
      return { source, name, pageUrl: readWebUrl(sent.get("page")) };
    }
    const picture = await libraryPicture(id);
    if (picture === null) return null;
    const { name, fileName, hostUrl } = picture;
    return { source, name: name || fileName, pageUrl: hostUrl ?? `/library/${id}` };
  }

  async function report(sent: URLSearchParams, visitor: string): Promise<void> {
    const image = await reportedImage(sent);
    const reason = REPORT_REASONS.find((each) => each === sent.get("reason"));
    if (image === null || reason === undefined) {
      throw new AppError("report_invalid", "no such image or reason");
    }
    await limiter.consume(visitor).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError("report_limited", "too many reports", { retryAfterSeconds });
    });
    const comment = cutText(cleanText(sent.get("comment") ?? ""), COMMENT_CHARACTERS_MAX);
    // Does not reveal to the visitor that too many reports are open.
    const isKept = await moderation.report({ ...image, reason, comment });
    if (!isKept) warnThrottled("reports_full", "report", new Error("too many reports are open"));
  }

  return {
    ...GALLERY_POST,
    path: "/api/reports",
    handler: async (request, context) => {
      const { visitor } = context;
      assertOwnPage(request);
      const sent = new URLSearchParams(await request.text());
      if (request.headers.get("accept")?.includes("application/json")) {
        await report(sent, visitor);
        return new Response(null, { status: 204 });
      }
      const id = ownOriginalId(sent.get("image") ?? "");
      const page = id === null ? "/" : `/library/${id}${searchOf(sent)}`;
      try {
        await report(sent, visitor);
        return seeOther(`${page}#reported`);
      } catch (cause) {
        logFailure(toAppError(cause), context);
        return seeOther(`${page}#report-failed`);
      }
    },
  };
}

/** Returns the search that the picture's page was opened with, as the page formats it. */
function searchOf(sent: URLSearchParams): string {
  const asked = readAsked(new URLSearchParams(sent.get("search") ?? ""));
  return asked.kind === "query" ? `?${formatSearchQuery(asked.query)}` : "";
}
