import { connection } from "next/server";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { Floor, SearchesLeft } from "@/lib/contract/shelf";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { toAppError } from "@/lib/platform/errors";
import { logFailure } from "@/lib/platform/http";
import type { Vitrine } from "@/lib/vitrine";

/** The service in use; null if that cannot be read, since no page depends on it. */
export function readLabel(): Promise<ServiceLabel | null> {
  return readOrNull(({ label }) => label());
}

/** How much of this month's searches is used; null where they are free, or if it cannot be read. */
export function readBudget(): Promise<SearchAnswer["budget"]> {
  return readOrNull(async ({ paid }) => (await paid?.budget.status()) ?? null);
}

/** The floors of the home page's shelf; none if they cannot be read. */
export async function readShelf(): Promise<Floor[]> {
  return (await readOrNull(({ shelf }) => shelf())) ?? [];
}

/** How many searches this visitor may still begin today; null where they are free. */
export function readSearchesLeft(): Promise<SearchesLeft | null> {
  return readOrNull(
    async ({ paid }) => (await paid?.searchesLeft(currentContext().visitor)) ?? null,
  );
}

async function readOrNull<T>(read: (vitrine: Vitrine) => Promise<T>): Promise<T | null> {
  // A build renders pages until they need a request; it must not start the product.
  await connection();
  try {
    return await read(vitrine());
  } catch (cause) {
    logFailure(toAppError(cause), currentContext().requestId);
    return null;
  }
}
