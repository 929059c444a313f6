import { cookies } from "next/headers";
import type { Notice } from "@/lib/contract/notice";
import { NO_SESSION, NOTICE_COOKIE } from "@/lib/http/notices";
import { vitrine } from "@/lib/http/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";

/** What the form did that led to this page; null: nothing. The response deletes it (proxy.ts). */
export async function readNotice({ sessionId }: AccountPrincipal): Promise<Notice | null> {
  return noticeFor(sessionId);
}

/** The e-mail that was typed into a form of signing in, if the form was refused; empty: none. */
export async function readTypedEmail(): Promise<string> {
  const notice = await noticeFor(NO_SESSION);
  return (notice?.kind === "problem" && notice.values.email) || "";
}

async function noticeFor(sessionId: string): Promise<Notice | null> {
  const value = (await cookies()).get(NOTICE_COOKIE)?.value;
  return value === undefined ? null : vitrine().notices.read(value, sessionId);
}
