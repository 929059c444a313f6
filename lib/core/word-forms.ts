import type { ServiceLabel } from "@/lib/contract/search-answer";

/** A number as it is written: with a sign between the thousands. */
export const number = (value: number) => value.toLocaleString("en");

/** A number with its noun. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What follows an act that spends searches; our own service costs nothing, so nothing follows. */
export function cost(service: ServiceLabel | null): string {
  return service?.kind === "remote" ? " (1 search)" : "";
}
