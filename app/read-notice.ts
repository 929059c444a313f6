import { cookies } from "next/headers";
import type { Notice } from "@/lib/contract/notice";
import { NOTICE_COOKIE } from "@/lib/http/notices";
import { vitrine } from "@/lib/http/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";

/** What the form did that led to this page; null: nothing. The response deletes it (proxy.ts). */
export async function readNotice({ sessionId }: AccountPrincipal): Promise<Notice | null> {
  const value = (await cookies()).get(NOTICE_COOKIE)?.value;
  return value === undefined ? null : vitrine().notices.read(value, sessionId);
}
