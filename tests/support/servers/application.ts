import { createApplication, type SessionOf } from "@/lib/http/application";
import { createRequestSlots } from "@/lib/http/request-slots";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import type { AccountPrincipal } from "@/lib/platform/http";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import type { ServiceKeys } from "@/lib/service/identify-key";
import { originalEndpoint } from "@/lib/service/original-endpoint";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import type { Route } from "@/lib/web/route";

/** The visitor of every request to `applicationOf`. */
export const TEST_VISITOR = "198.51.100.7";

/** Request slots whose metrics nothing reads. */
export const requestSlotsInTest = () =>
  createRequestSlots({ events: { started: () => {}, shed: () => {} } });

type Options = {
  /** The key of `/v1/search`. */
  serviceKey?: string;
  metricsToken?: string | null;
  serviceKeys?: Pick<ServiceKeys, "identify">;
  /** The account of every request's session; absent: there is no session. */
  account?: AccountPrincipal;
  sessionOf?: SessionOf;
};

async function absent(): Promise<never> {
  throw new Error("the operator's key has no quota");
}

/** The search and the files of our own service. Only the operator's key is valid. */
export function libraryRoutes(
  embedded: Pick<EmbeddedService, "publicUrl" | "find" | "openOriginal">,
): readonly Route[] {
  const keyQuota = createKeyQuota({
    checkKey: absent,
    refund: absent,
    recordError: absent,
    usage: absent,
  });
  return [serviceSearchEndpoint(embedded, keyQuota), originalEndpoint(embedded.openOriginal)];
}

/**
 * The application with the given routes, as a handler of web-standard requests. A page is answered
 * with 599.
 */
export function applicationOf(
  routes: readonly Route[],
  { serviceKey, serviceKeys, sessionOf, metricsToken = null, account }: Options = {},
): (request: Request) => Promise<Response> {
  const application = createApplication(routes, {
    visitorOf: createVisitorOf({ kind: "none" }),
    serviceKeys: serviceKeys ?? {
      identify: (key) => (key === serviceKey ? { keyDigest: null } : null),
    },
    metricsToken,
    sessionOf: sessionOf ?? (async () => account ?? null),
    slots: requestSlotsInTest(),
  });
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const answer = application.answer(request, {
      target: pathname + search,
      peer: TEST_VISITOR,
      forwardedFor: undefined,
      leaveSignal: () => request.signal,
    });
    return answer ?? new Response(null, { status: 599 });
  };
}
