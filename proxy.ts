import { type NextRequest, NextResponse } from "next/server";
import { config as configuration, isDevelopment } from "@/lib/config";
import { isPrefetchOrEmbed } from "@/lib/gallery/cross-site";
import { contentSecurityPolicy, PAGE_HEADERS } from "@/lib/http/page-headers";

/**
 * Goes before every page: gives it its headers, and a nonce that Next puts on its scripts. Next
 * reads the nonce from the request's policy header, so whatever a visitor sent there is replaced.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64"),
    hasRemotePictures: configuration().pictures.fallsBackToOriginals,
    isDevelopment: isDevelopment(),
  });
  const { pathname } = request.nextUrl;
  const isSearch = pathname === "/search";
  const response =
    // Another spelling of every page, for which no check here would hold; nothing of ours uses it.
    (pathname.startsWith("/_next/data/") ? new NextResponse(null, { status: 404 }) : null) ??
    refusal(request, isSearch) ??
    NextResponse.next({ request: { headers: withPolicy(request.headers, policy) } });
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  response.headers.set("content-security-policy", policy);
  if (isSearch) response.headers.set("x-robots-tag", "noindex, nofollow");
  return response;
}

/** Next would answer any method with the page, and so also render it. */
function refusal(request: NextRequest, isSearch: boolean): NextResponse | null {
  if (request.method !== "GET" && request.method !== "HEAD") {
    const allow = isSearch ? "GET" : "GET, HEAD";
    return new NextResponse(null, { status: 405, headers: { allow } });
  }
  return isSearch && isPrefetchOrEmbed(request) ? new NextResponse(null, { status: 403 }) : null;
}

function withPolicy(sent: Headers, policy: string): Headers {
  const headers = new Headers(sent);
  headers.delete("content-security-policy-report-only");
  headers.delete("x-nonce");
  headers.set("content-security-policy", policy);
  return headers;
}

/**
 * Every page; what is a file or an API has headers of its own. Nothing is left out under which an
 * address may be missing and answered with a page.
 */
export const config = {
  matcher: [
    "/((?!api/|v1/|thumb/|_next/static/|library/[^/]+/original$|fonts/instrument-sans-latin(?:-ext)?-5\\.3\\.0\\.woff2$|favicon\\.svg$).*)",
  ],
};
