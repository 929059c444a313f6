import "server-only";
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ERRORS } from "@/lib/contract/errors";
import { GROUND_COLOUR } from "@/lib/core/settings/theme";
import { crashMessages } from "@/lib/messages/compiled/crash";
import { failureText } from "@/lib/messages/failure-text";
import { currentLocale } from "@/lib/messages/locale";
import type { AppError } from "@/lib/platform/errors";
import { PAGE_HEADERS } from "../page-headers";

/** A short version of app/styles, so that the page needs no other file. */
const STYLE = `
:root { color-scheme: light dark; font: 0.9375rem/1.375rem system-ui, sans-serif;
  background: light-dark(${GROUND_COLOUR.light}, ${GROUND_COLOUR.dark}); color: light-dark(#1a1a19, #ededea) }
main { max-inline-size: 42rem; margin: 0 auto; padding: 4.5rem 1rem }
h1 { font-size: 1.25rem; line-height: 1.75rem; font-weight: 540; margin: 0 0 0.75rem }
p { margin: 0 0 0.75rem }
a { color: inherit; display: inline-block; padding-block: 0.75rem }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a 503 page, without Next, when a page request waited too long for a slot. */
export function sendBusyPage(
  response: ServerResponse,
  { code, retryAfterSeconds }: AppError,
): void {
  const { title, message, action } = failureText(code);
  const { tag, direction } = currentLocale();
  // The link reloads this URL.
  const html = `<!doctype html>
<html lang="${tag}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p>${action}</p>
<a href="">${crashMessages("retry")}</a>
</main>
</html>
`;
  response.writeHead(ERRORS[code].status, {
    ...PAGE_HEADERS,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(html)),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(html);
}
