/**
 * A process on a store: opens it and answers each message `[operation, argument]` with what the
 * operation returned. `CLOCK_SKEW_MS` moves its clock, also that of its worker threads, which load
 * this file first (`--import`).
 */
import { isMainThread } from "node:worker_threads";
import { openState } from "@/lib/state/open-state";
import type { SearchState, SearchStateSettings } from "@/lib/state/search-state";
import type { StoreLocation } from "@/lib/state/state";

const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [RealDate.now() + skewMs] : parts) as []));
  }
  static override now = () => RealDate.now() + skewMs;
} as DateConstructor;

if (isMainThread && process.send !== undefined) {
  const [config, settings] = JSON.parse(process.argv[2] ?? "") as [
    StoreLocation,
    SearchStateSettings,
  ];
  const searches = openState(config).searches(settings);
  process.on("message", async ([operation, argument]: [keyof SearchState | "clock", never]) => {
    const answer = operation === "clock" ? Date.now() : await searches[operation](argument);
    process.send?.({ answer });
  });
  process.send({ answer: "ready" });
}
