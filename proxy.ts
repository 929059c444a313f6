import { type NextRequest, NextResponse } from "next/server";
import { config as configuration, isDevelopment } from "@/lib/config";
import { omitDefaults } from "@/lib/core/query/search-query";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/settings/language";
import { PICTURES_COOKIE, parsePictureMode } from "@/lib/core/settings/pictures";
import { contentSecurityPolicy, PAGE_HEADERS } from "@/lib/http/page-headers";
import { currentLocale } from "@/lib/messages/locale";
import { answerRoute } from "@/lib/page-bridge";
import { type ReadPickerCaller, readPickerCaller } from "@/lib/picker/caller";
import { pickerRefusal } from "@/lib/picker/refusal";
import { isPrefetchOrEmbed } from "@/lib/web/cross-site";
import { endOfNotice, NOTICE_COOKIE } from "@/lib/web/notices";
import { settingCookie } from "@/lib/web/setting-cookie";

/** Without the front door (`next dev`, `next start`), also answers the route table. */
export async function proxy(request: NextRequest): Promise<Response> {
  const answer = await answerRoute(request);
  if (answer === null) return answerPage(request);
  // Next takes absolute redirects only, and makes those to this server relative.
  const location = answer.headers.get("location");
  if (location !== null) answer.headers.set("location", new URL(location, request.url).href);
  return answer;
}

/**
 * Sets the headers of every page, and a nonce that Next puts on the page's scripts. Next reads the
 * nonce from the policy header of the request, so this function overwrites what a visitor sent.
 */
export function answerPage(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const caller =
    pathname === "/picker"
      ? readPickerCaller(request.nextUrl.searchParams, configuration().pickerOrigins)
      : null;
  const policy = contentSecurityPolicy({
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64"),
    hasRemotePictures: hasRemotePictures(request),
    isDevelopment: isDevelopment(),
    ...(caller?.kind === "caller" && caller.mode === "frame" && { frameAncestor: caller.origin }),
  });
  const isSearch = pathname === "/search";
  const response =
    // Next also serves each page here, without these checks; our pages never use this path.
    (pathname.startsWith("/_next/data/") ? new NextResponse(null, { status: 404 }) : null) ??
    refusal(request, isSearch) ??
    toLanguage(request) ??
    (isSearch ? toCanonical(request) : null) ??
    (caller?.kind === "refused" ? refusedPicker(caller) : null) ??
    NextResponse.next({ request: { headers: withPolicy(request.headers, policy) } });
  response.headers.set("content-language", currentLocale().tag);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  if (!response.headers.has("content-security-policy"))
    response.headers.set("content-security-policy", policy);
  if (caller !== null) setPickerHeaders(response.headers, caller);
  // A redirect shows no notice.
  const notice = response.headers.has("location") ? null : endOfNotice(pathname);
  if (notice !== null) {
    // These pages show the data of one person, and some of it only once.
    response.headers.set("cache-control", "no-store");
    if (request.cookies.has(NOTICE_COOKIE)) response.headers.append("set-cookie", notice);
  }
  if (isSearch) response.headers.set("x-robots-tag", "noindex, nofollow");
  return response;
}

/** Whether this visitor's browser may request pictures from other hosts. */
function hasRemotePictures({ cookies }: NextRequest): boolean {
  const { fallsBackToOriginals, mayBeDirect } = configuration().pictures;
  const mode = parsePictureMode(cookies.get(PICTURES_COOKIE)?.value, mayBeDirect);
  return fallsBackToOriginals || mode === "direct";
}

function refusedPicker(caller: Extract<ReadPickerCaller, { kind: "refused" }>): NextResponse {
  const { html, policy } = pickerRefusal(caller);
  const headers = {
    "content-security-policy": policy,
    "content-type": "text/html; charset=utf-8",
  };
  return new NextResponse(html, { status: 403, headers });
}

/** The URL names another program's page. In a pop-up, the picker needs `window.opener`. */
function setPickerHeaders(headers: Headers, caller: ReadPickerCaller): void {
  const { mode } = caller.kind === "caller" ? caller : (caller.claimed ?? {});
  headers.set("cache-control", "no-store");
  headers.set("x-robots-tag", "noindex, nofollow");
  if (mode === "popup") headers.set("cross-origin-opener-policy", "unsafe-none");
}

/** Returns a refusal, or null. Next would render the page for any method. */
function refusal(request: NextRequest, isSearch: boolean): NextResponse | null {
  if (request.method !== "GET" && request.method !== "HEAD") {
    const allow = isSearch ? "GET" : "GET, HEAD";
    return new NextResponse(null, { status: 405, headers: { allow } });
  }
  return isSearch && isPrefetchOrEmbed(request) ? new NextResponse(null, { status: 403 }) : null;
}

/** Saves the language that a link asks for (`?lang=de`), and redirects to the URL without it. */
function toLanguage({ nextUrl, url }: NextRequest): NextResponse | null {
  const parameters = new URLSearchParams(nextUrl.searchParams);
  if (!parameters.has("lang")) return null;
  const language = parseLanguage(parameters.get("lang"));
  parameters.delete("lang");
  const query = parameters.size === 0 ? "" : `?${parameters}`;
  const response = NextResponse.redirect(new URL(nextUrl.pathname + query, url), 307);
  if (language !== null) {
    const isSecure = configuration().publicUrl.startsWith("https:");
    response.headers.append("set-cookie", settingCookie(LANGUAGE_COOKIE, language, isSecure));
  }
  return response;
}

/**
 * Redirects to the one URL of a search: a form without scripts also sends its untouched fields. Drops
 * `safesearch` if the operator locked it.
 */
function toCanonical({ nextUrl, url }: NextRequest): NextResponse | null {
  const parameters = new URLSearchParams(nextUrl.searchParams);
  const isLocked = configuration().safesearchLock !== null && parameters.has("safesearch");
  if (isLocked) parameters.delete("safesearch");
  const kept = omitDefaults(parameters) ?? (isLocked ? parameters : null);
  return kept && NextResponse.redirect(new URL(`/search?${kept}`, url), 307);
}

function withPolicy(sent: Headers, policy: string): Headers {
  const headers = new Headers(sent);
  headers.delete("content-security-policy-report-only");
  headers.delete("x-nonce");
  headers.set("content-security-policy", policy);
  return headers;
}

/**
 * Everything but `/api/search`, which has a route file, and built files. Do not exclude a path that Next
 * may answer with its "not found" page.
 */
export const config = {
  matcher: ["/((?!api/search$|_next/static/|favicon\\.svg$).*)"],
};
