import "server-only";
import { toAppError } from "@/lib/platform/errors";
import { warnThrottled } from "@/lib/platform/log";
import { untilAborted } from "@/lib/platform/request-coalescing";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import type { Route } from "@/lib/web/route";
import type { Metrics } from "./metrics";
import { HEALTH_ENDPOINTS, metricsEndpoint, readyEndpoint } from "./operator-endpoints";

/** Balancers wait for two seconds or more. */
const SHARED_CHECK_MS = 1_000;

type Options = {
  databaseUrl: string | null;
  libraryDirs: readonly string[];
  /** Null if our own library answers searches. */
  remote: object | null;
  metricsToken: string | null;
};

type Parts = {
  metrics: Pick<Metrics, "expose" | "watchStore">;
  state: { check(): Promise<void> };
  library: Pick<EmbeddedService, "check" | "sources">;
  remoteSearch: { assertReady(): Promise<void> } | null;
};

/** Creates the routes for probes and scrapers. */
export function createMonitoring(
  { databaseUrl, libraryDirs, remote, metricsToken }: Options,
  { metrics, state, library, remoteSearch }: Parts,
) {
  let isDraining = false;
  // A database that does not answer must not delay /readyz for longer than a balancer waits.
  const checkStore =
    databaseUrl === null
      ? state.check
      : () => untilAborted(state.check(), AbortSignal.timeout(SHARED_CHECK_MS));
  metrics.watchStore(checkStore);
  const storeCheck = { name: "store", check: checkStore, isShared: databaseUrl !== null };
  const libraryCheck = { name: "library", check: library.check, isShared: false };
  // Otherwise the remote service or the demo collection answers searches.
  const isLibraryAll = remote === null && libraryDirs.length > 0;
  const readiness = readyEndpoint({
    token: metricsToken,
    isDraining: () => isDraining,
    checks: isLibraryAll ? [storeCheck, libraryCheck] : [storeCheck],
    remarks: async () => ({
      service: await stateOf(remoteSearch?.assertReady()),
      ...(!isLibraryAll && { library: await stateOf(library.check()) }),
      ...(await sourceProblems(library)),
    }),
    onFailure: (name, cause) => warnThrottled("not_ready", name, cause),
  });
  const routes: readonly Route[] = [...HEALTH_ENDPOINTS, readiness, metricsEndpoint(metrics)];
  return {
    /** Makes `/readyz` answer 503 from now on, so that balancers send no further visitors here. */
    beginDraining(): void {
      isDraining = true;
    },
    routes,
  };
}

/** Names the sources of the library whose last scan was incomplete. */
async function sourceProblems(
  library: Pick<EmbeddedService, "sources">,
): Promise<{ sources?: string }> {
  const sources = await library.sources().catch(() => []);
  const incomplete = sources.filter(({ problem }) => problem !== null);
  if (incomplete.length === 0) return {};
  return { sources: incomplete.map((each) => `${each.location}: ${each.problem}`).join("\n") };
}

/** Returns "ready", or the code of the failure. */
async function stateOf(check: Promise<void> | undefined): Promise<string> {
  return (check ?? Promise.resolve()).then(
    () => "ready",
    (cause) => toAppError(cause).code,
  );
}
