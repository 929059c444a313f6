import "server-only";
import type { ServerResponse } from "node:http";
import { ERRORS } from "@/lib/contract/errors";
import { crashMessages } from "@/lib/messages/compiled/crash";
import { failureText } from "@/lib/messages/failure-text";
import type { AppError } from "@/lib/platform/errors";
import { plainPage } from "@/lib/web/plain-page";
import { PAGE_HEADERS } from "../page-headers";

/** Sends a page with the status and the text of an error, without Next. */
export function sendFailurePage(
  response: ServerResponse,
  { code, retryAfterSeconds }: AppError,
): void {
  const { title, message, action } = failureText(code);
  const retry = crashMessages("retry");
  const { html, policy } = plainPage({ title, paragraphs: [message, action], retry });
  response.writeHead(ERRORS[code].status, {
    ...PAGE_HEADERS,
    "cache-control": "no-store",
    "content-security-policy": policy,
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(html)),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(html);
}
