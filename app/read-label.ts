import { connection } from "next/server";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { toAppError } from "@/lib/platform/errors";
import { logFailure } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** The service in use; null where reading it fails, since no page depends on it. */
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

/** The month's used searches; null where searches are free, or where reading them fails. */
export async function readBudget(): Promise<SearchAnswer["budget"]> {
  try {
    return (await vitrine().paid?.budget.status()) ?? null;
  } catch (cause) {
    logFailure(toAppError(cause), crypto.randomUUID());
    return null;
  }
}
