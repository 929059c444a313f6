import "server-only";
import type { Handler } from "@/lib/platform/http";

/** One thing this server needs; it rejects when that is missing. */
export type HealthCheck = { name: string; check: () => Promise<void> };

const NO_STORE = { "cache-control": "no-store" };

/** GET /healthz: this process answers. It looks at nothing else, or a slow disk would restart it. */
export const healthEndpoint: Handler = async () =>
  new Response("alive\n", { headers: { ...NO_STORE, "content-type": "text/plain" } });

/**
 * GET /readyz: whether this server should get visitors: 200 when everything it needs is there, else
 * 503 with the names of what is missing.
 *
 * `remarks` are conditions that make nobody unready: with the search service down or its key
 * refused, what is held is still served, and another instance would do no better.
 */
export function readyEndpoint({
  checks,
  remarks,
  onFailure,
}: {
  checks: readonly HealthCheck[];
  remarks: () => Promise<Record<string, string>>;
  onFailure: (name: string, cause: unknown) => void;
}): Handler {
  return async () => {
    const results = await Promise.all(
      checks.map(async ({ name, check }) => {
        try {
          await check();
          return [name, "ok"] as const;
        } catch (cause) {
          onFailure(name, cause);
          return [name, "missing"] as const;
        }
      }),
    );
    const isReady = results.every(([, state]) => state === "ok");
    return Response.json(
      { isReady, ...Object.fromEntries(results), ...(await remarks()) },
      { status: isReady ? 200 : 503, headers: NO_STORE },
    );
  };
}
