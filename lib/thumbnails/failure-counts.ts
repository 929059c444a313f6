import "server-only";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import type { ThumbnailFailure } from "./thumbnail-failure";

export type FailureCount = { reason: ThumbnailReason; status: number; count: number };

/** How often visitors were answered with which failure. */
export class FailureCounts {
  readonly #counts = new Map<string, FailureCount>();

  add({ reason, status }: ThumbnailFailure): void {
    const key = `${reason} ${status}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { reason, status, count });
  }

  list(): FailureCount[] {
    return [...this.#counts.values()];
  }
}
