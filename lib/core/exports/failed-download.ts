import { parseUrl } from "@/lib/protocol/parse-url";

/** The page that says why a form's download failed. */
export const FAILED_DOWNLOAD_PATH = "/download-failed";

/** Pages with a lightbox, whose form sends downloads. */
const BACK = /^\/(?:search|library|collections\/[\w-]{1,80})(?:\?|$)/;

/** Completes a relative URL for the parser; only the parts after the host are used. */
const BASE = "https://vitrine.invalid";

/** Returns the URL of the page about a failure; `sentFrom` is the URL of the form's page, if known. */
export function failedDownloadHref(code: string, sentFrom: string | null): string {
  const from = sentFrom === null ? null : parseUrl(sentFrom);
  const back = backOf(from && `${from.pathname}${from.search}`);
  const parameters = new URLSearchParams({ reason: code, ...(back !== null && { back }) });
  return `${FAILED_DOWNLOAD_PATH}?${parameters}`;
}

/**
 * Reads the failure's code, which is untrusted, and the path of the page to go back to. The
 * parameters may come from anywhere, so the path never leads to another site or to a page without a
 * lightbox.
 */
export function parseFailedDownload(parameters: URLSearchParams): {
  code: string;
  back: string | null;
} {
  return { code: parameters.get("reason") ?? "", back: backOf(parameters.get("back")) };
}

function backOf(path: string | null): string | null {
  const url = path !== null && BACK.test(path) ? parseUrl(path, BASE) : null;
  return url?.origin === BASE ? `${url.pathname}${url.search}` : null;
}
