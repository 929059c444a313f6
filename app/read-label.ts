import { connection } from "next/server";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { toAppError } from "@/lib/platform/errors";
import { logFailure } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** Which service is in use; null when that cannot be said, since no page depends on it. */
export async function readLabel(): Promise<ServiceLabel | null> {
  // A build renders pages until they need a request; it must not start the product.
  await connection();
  try {
    return await vitrine().label();
  } catch (cause) {
    logFailure(toAppError(cause), crypto.randomUUID());
    return null;
  }
}

/** What is spent of this month's searches; null where they are free, or when it cannot be said. */
export async function readBudget(): Promise<SearchAnswer["budget"]> {
  try {
    return (await vitrine().paid?.budget.status()) ?? null;
  } catch (cause) {
    logFailure(toAppError(cause), crypto.randomUUID());
    return null;
  }
}
