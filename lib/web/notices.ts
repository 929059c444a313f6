import "server-only";
import type { Notice } from "@/lib/contract/notice";
import { createSeal } from "@/lib/platform/sealed-value";

/*
 * What a form did, shown on the page that it redirects to. A notice may contain a new key, or the
 * e-mail of a refused sign-in; neither may be in a URL, a log or a store. So it travels in a cookie
 * that only this server can read, and that the page's response deletes (proxy.ts). Every process
 * can show it, and it is shown once (docs/decisions/0044-shown-once.md).
 */

export const NOTICE_COOKIE = "vitrine-notice";

/** Pages that show notices, each including the pages below it; other pages don't get the cookie. */
const PATHS = ["/account", "/console", "/sign-in", "/sign-up", "/invitation", "/settings"] as const;
export type NoticePath = (typeof PATHS)[number];

/** Replaces the session id in a notice for a page that needs no session. */
export const NO_SESSION = "";

/** Time to follow the redirect; then the browser drops the cookie. */
const LIFETIME_SECONDS = 120;

/** Longer, because the clock of the instance that shows the notice may be ahead. */
const SEALED_MS = 15 * 60_000;

/** Browsers drop a cookie of more than 4,096 bytes. */
const VALUE_CHARACTERS_MAX = 3_500;

/** Cuts longer names so that the cookie fits; a character takes at most four bytes. */
const NAME_CHARACTERS_MAX = 200;

export type Notices = ReturnType<typeof createNotices>;

/** Creates and reads the cookies, with a key derived from the session secret. */
export function createNotices({ secret, isSecure }: { secret: () => string; isSecure: boolean }) {
  const { seal: sealFor, open } = createSeal<Notice>({ secret, purpose: "vitrine notice" });
  const seal = (notice: Notice, sessionId: string) =>
    sealFor(notice, { lifetimeMs: SEALED_MS, boundTo: sessionId });

  return {
    /** Returns the `Set-Cookie` value that shows `notice` to this session on the page at `path`. */
    cookieOf(notice: Notice, sessionId: string, path: NoticePath): string {
      const value = seal(notice, sessionId);
      const fits = value.length <= VALUE_CHARACTERS_MAX;
      return (
        cookie(fits ? value : seal(shortened(notice), sessionId), path, LIFETIME_SECONDS) +
        (isSecure ? "; Secure" : "")
      );
    },
    /** Returns a cookie's notice; null if it is another session's, too old or damaged. */
    read(value: string | undefined, sessionId: string): Notice | null {
      return open(value ?? "", sessionId);
    },
  };
}

/** Returns the `Set-Cookie` value that deletes the notice shown by the page at `path`, or null. */
export function endOfNotice(path: string): string | null {
  const scope = PATHS.find((each) => path === each || path.startsWith(`${each}/`));
  return scope === undefined ? null : cookie("", scope, 0);
}

function cookie(value: string, path: NoticePath, seconds: number): string {
  return `${NOTICE_COOKIE}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

/** Drops what was typed and cuts a long name. */
function shortened(notice: Notice): Notice {
  if (notice.kind === "problem") return { ...notice, values: {} };
  if (notice.kind !== "done") return notice;
  return { ...notice, name: `${[...notice.name].slice(0, NAME_CHARACTERS_MAX).join("")}…` };
}
