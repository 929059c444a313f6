import { connection } from "next/server";
import { cache } from "react";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { Floor, SearchesLeft } from "@/lib/contract/shelf";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { toAppError } from "@/lib/platform/errors";
import { logFailure } from "@/lib/platform/http";
import type { Vitrine } from "@/lib/vitrine";

/** Returns the service in use; null if it cannot be read, because every page works without it. */
export const readLabel = cache(
  (): Promise<ServiceLabel | null> => readOrNull(({ label }) => label()),
);

/** Returns this month's used searches; null if searches are free or the figure cannot be read. */
export function readBudget(): Promise<SearchAnswer["budget"]> {
  return readOrNull(async ({ paid }) => (await paid?.budget.status()) ?? null);
}

/** Returns the rows of the home page's shelf; empty if they cannot be read. */
export async function readShelf(): Promise<Floor[]> {
  return (await readOrNull(({ shelf }) => shelf())) ?? [];
}

/** Returns how many searches this visitor may still start today; null if searches are free. */
export function readSearchesLeft(): Promise<SearchesLeft | null> {
  return readOrNull(
    async ({ paid }) => (await paid?.searchesLeft(currentContext().visitor)) ?? null,
  );
}

async function readOrNull<T>(read: (vitrine: Vitrine) => Promise<T>): Promise<T | null> {
  // At build time, Next renders each page until it needs a request; that must not start the product.
  await connection();
  try {
    return await read(vitrine());
  } catch (cause) {
    logFailure(toAppError(cause), currentContext().requestId);
    return null;
  }
}
