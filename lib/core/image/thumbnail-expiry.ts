import { DAY_MS } from "@/lib/contract/day-ms";

const SIGNED = /^\/thumb\/[^/]+\/(\d+)\//;

/**
 * Returns whether a thumbnail path expires within a day, in UTC (lib/thumbnails/signature.ts). True
 * for a path of any other form.
 */
export function isThumbnailExpiring(path: string, nowMs: number): boolean {
  const [, expiryDay] = SIGNED.exec(path) ?? [];
  return expiryDay === undefined || Number(expiryDay) * DAY_MS <= nowMs;
}
