import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Notice } from "@/lib/contract/notice";

/*
 * What a form did, shown on the page that it redirects to. A notice may contain a new key, or the
 * e-mail of a refused sign-in; neither may be in a URL, a log or a store. So it travels in a cookie
 * that only this server can read, and that the page's response deletes (proxy.ts). Every process
 * can show it, and it is shown once (docs/decisions/0044-shown-once.md).
 */

export const NOTICE_COOKIE = "vitrine-notice";

/** Pages that show notices, each including the pages below it; other pages don't get the cookie. */
const PLACES = [
  "/account",
  "/console",
  "/sign-in",
  "/sign-up",
  "/invitation",
  "/settings",
] as const;
export type NoticePlace = (typeof PLACES)[number];

/** Replaces the session id in a notice for a page that needs no session. */
export const NO_SESSION = "";

/** Time to follow the redirect. */
const LIFETIME_SECONDS = 120;

/** Browsers drop a cookie of more than 4,096 bytes. */
const VALUE_CHARACTERS_MAX = 3_500;

/** Cuts longer names so that the cookie fits; a character takes at most four bytes. */
const NAME_CHARACTERS_MAX = 200;

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Notices = ReturnType<typeof createNotices>;

/** Creates and reads the cookies, with a key derived from the session secret. */
export function createNotices({ secret, isSecure }: { secret: () => string; isSecure: boolean }) {
  let derived: Buffer | null = null;
  function key(): Buffer {
    derived ??= Buffer.from(hkdfSync("sha256", secret(), "", "vitrine notice", 32));
    return derived;
  }

  function seal(notice: Notice, sessionId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(sessionId));
    const text = JSON.stringify({ notice, endsAtMs: Date.now() + LIFETIME_SECONDS * 1000 });
    const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64url");
  }

  return {
    /** Returns the `Set-Cookie` value that shows `notice` to this session on a page at `place`. */
    cookieOf(notice: Notice, sessionId: string, place: NoticePlace): string {
      const value = seal(notice, sessionId);
      const fits = value.length <= VALUE_CHARACTERS_MAX;
      return (
        cookie(fits ? value : seal(shortened(notice), sessionId), place, LIFETIME_SECONDS) +
        (isSecure ? "; Secure" : "")
      );
    },
    /** Returns a cookie's notice; null if it is another session's, too old or damaged. */
    read(value: string | undefined, sessionId: string): Notice | null {
      const bytes = Buffer.from(value ?? "", "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const tagStart = bytes.length - TAG_BYTES;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(sessionId))
          .setAuthTag(bytes.subarray(tagStart));
        const text = Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, tagStart)),
          decipher.final(),
        ]).toString("utf8");
        const { notice, endsAtMs } = JSON.parse(text) as { notice: Notice; endsAtMs: number };
        return endsAtMs > Date.now() ? notice : null;
      } catch {
        return null;
      }
    },
  };
}

/** Returns the `Set-Cookie` value that deletes the notice shown by the page at `path`, or null. */
export function endOfNotice(path: string): string | null {
  const place = PLACES.find((each) => path === each || path.startsWith(`${each}/`));
  return place === undefined ? null : cookie("", place, 0);
}

function cookie(value: string, place: NoticePlace, seconds: number): string {
  return `${NOTICE_COOKIE}=${value}; Path=${place}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

/** Drops what was typed and cuts a long name. */
function shortened(notice: Notice): Notice {
  if (notice.kind === "problem") return { ...notice, values: {} };
  if (notice.kind !== "done") return notice;
  return { ...notice, name: `${[...notice.name].slice(0, NAME_CHARACTERS_MAX).join("")}…` };
}
