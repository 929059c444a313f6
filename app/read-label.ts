import { connection } from "next/server";
import { cache } from "react";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { FREE_SEARCH, type SearchOffer } from "@/lib/contract/search-offer";
import type { Floor } from "@/lib/contract/shelf";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { toAppError } from "@/lib/platform/errors";
import { logFailure } from "@/lib/platform/http";
import type { Vitrine } from "@/lib/vitrine";

/** Returns the service in use; null if it cannot be read, because every page works without it. */
export const readLabel = cache(
  (): Promise<ServiceLabel | null> => readOrNull(({ label }) => label()),
);

/** Returns what a new search costs this visitor, and whether it would be sent now; read once a page. */
export const readSearchOffer = cache(async (): Promise<SearchOffer> => {
  const statement = await readOrNull(({ searchOffer }) => searchOffer(currentContext().visitor));
  return statement ?? FREE_SEARCH;
});

/** Returns the rows of the home page's shelf; empty if they cannot be read. */
export async function readShelf(): Promise<Floor[]> {
  return (await readOrNull(({ shelf }) => shelf())) ?? [];
}

async function readOrNull<T>(read: (vitrine: Vitrine) => Promise<T>): Promise<T | null> {
  // At build time, Next renders each page until it needs a request; that must not start the product.
  await connection();
  try {
    return await read(vitrine());
  } catch (cause) {
    logFailure(toAppError(cause), currentContext());
    return null;
  }
}
