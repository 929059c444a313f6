import { afterEach, expect, test, vi } from "vitest";
import type { Notice } from "@/lib/contract/notice";
import { createNotices, endOfNotice, NOTICE_COOKIE } from "@/lib/web/notices";

const KEY: Notice = { kind: "key", name: "Nightly check", text: "vt_live_aKeyThatIsShownOnce" };

const noticesOf = (secret: string) => createNotices({ secret: () => secret, isSecure: true });
const notices = noticesOf("a secret");

function cookieValue(cookie: string): string {
  const [, value = ""] = new RegExp(`^${NOTICE_COOKIE}=([^;]*)`).exec(cookie) ?? [];
  return value;
}

afterEach(() => vi.useRealTimers());

test("a notice is read by every process with the same secret, in its session only", () => {
  const value = cookieValue(notices.cookieOf(KEY, "session-1", "/account"));
  expect(noticesOf("a secret").read(value, "session-1")).toEqual(KEY);
  expect(notices.read(value, "session-2")).toBeNull();
  expect(noticesOf("another secret").read(value, "session-1")).toBeNull();
});

test("its cookie hides the key, and only the page that shows it gets it", () => {
  const cookie = notices.cookieOf(KEY, "session-1", "/account");
  expect(cookie).toMatch(/; Path=\/account; Max-Age=120; HttpOnly; SameSite=Strict; Secure$/);
  expect(Buffer.from(cookieValue(cookie), "base64url").toString("latin1")).not.toContain("vt_live");
});

test("a damaged or old notice is ignored", () => {
  vi.useFakeTimers();
  const value = cookieValue(notices.cookieOf(KEY, "session-1", "/account"));
  for (const damaged of ["", "abc", value.slice(0, -2), `A${value.slice(1)}`, `${value}AA`]) {
    if (damaged !== value) expect(notices.read(damaged, "session-1")).toBeNull();
  }
  expect(notices.read(undefined, "session-1")).toBeNull();
  vi.advanceTimersByTime(15 * 60_000 + 1);
  expect(notices.read(value, "session-1")).toBeNull();
});

test("typed text is dropped if the browser would otherwise drop the cookie", () => {
  const problem: Notice = {
    kind: "problem",
    form: "key",
    code: "invalid-site",
    values: { sites: "x".repeat(4_000) },
  };
  const cookie = notices.cookieOf(problem, "session-1", "/account");
  expect(cookie.length).toBeLessThan(4_096);
  expect(notices.read(cookieValue(cookie), "session-1")).toEqual({ ...problem, values: {} });
});

test("a long name is cut", () => {
  const long: Notice = { kind: "done", what: "scanBegun", name: "\u{1f6a2}".repeat(2_000) };
  const cookie = notices.cookieOf(long, "session-1", "/console");
  expect(cookie.length).toBeLessThan(4_096);
  const name = `${"\u{1f6a2}".repeat(200)}…`;
  expect(notices.read(cookieValue(cookie), "session-1")).toEqual({ ...long, name });
});

test("the pages that show notices delete them", () => {
  expect(endOfNotice("/account")).toContain("Path=/account; Max-Age=0");
  expect(endOfNotice("/console/accounts")).toContain("Path=/console; Max-Age=0");
  expect(endOfNotice("/accounts")).toBeNull();
  expect(endOfNotice("/")).toBeNull();
});
