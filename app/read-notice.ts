import { cookies } from "next/headers";
import type { Notice } from "@/lib/contract/notice";
import { vitrine } from "@/lib/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";
import { NO_SESSION, NOTICE_COOKIE } from "@/lib/web/notices";

/** Returns the notice of the form that redirected here; the response deletes it (proxy.ts). */
export async function readNotice({ sessionId }: AccountPrincipal): Promise<Notice | null> {
  return noticeFor(sessionId);
}

/** Returns what a refused form to sign in or up is shown again with. */
export async function readRefusedForm() {
  const notice = await readVisitorNotice();
  const { email = "", waitMinutes } = notice?.kind === "problem" ? notice.values : {};
  return { typedEmail: email, waitMinutes };
}

/** As `readNotice`, but for a page that needs no session. */
export async function readVisitorNotice(): Promise<Notice | null> {
  return noticeFor(NO_SESSION);
}

async function noticeFor(sessionId: string): Promise<Notice | null> {
  const value = (await cookies()).get(NOTICE_COOKIE)?.value;
  return value === undefined ? null : vitrine().notices.read(value, sessionId);
}
