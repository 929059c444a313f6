import { createApplication, type SessionOf } from "@/lib/http/application";
import { createRequestSlots } from "@/lib/http/request-slots";
import { createRoutes, type RouteParts } from "@/lib/http/routes";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import type { AccountPrincipal } from "@/lib/platform/http";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import type { ServiceKeys } from "@/lib/service/service-keys";
import { createNotices } from "@/lib/web/notices";

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
  throw new Error("this part is not in the test");
}

/** The route table over the given parts; routes of absent parts answer 500. */
export function routesOf(parts: Partial<RouteParts>) {
  return createRoutes({
    publicUrl: "http://gallery.example",
    searchImages: absent,
    label: absent,
    embedded: { publicUrl: "http://gallery.example", find: absent, openOriginal: absent },
    thumbnails: { handle: absent },
    recent: absent,
    suggestions: absent,
    keyDigest: absent,
    // Admits the operator's key.
    keyQuota: createKeyQuota({
      checkKey: absent,
      refund: absent,
      recordError: absent,
      usage: absent,
    }),
    report: absent,
    imageProofs: absent,
    stillThere: absent,
    originalDownload: absent,
    crop: absent,
    picker: { search: absent, grants: absent, originals: { createUrl: absent, read: absent } },
    keyForms: {
      apiKeys: { create: absent, change: absent, rotate: absent },
      accounts: { revokeKey: absent, usage: absent },
      notices: createNotices({ secret: () => "a secret of the tests", isSecure: false }),
    },
    consoleForms: {
      accounts: {
        account: absent,
        changeAccount: absent,
        revokeKey: absent,
        withdrawInvitation: absent,
      },
      people: { invite: absent, deleteAccount: absent },
      planIds: ["free"],
      notices: createNotices({ secret: () => "a secret of the tests", isSecure: false }),
    },
    people: {
      isSignUpOpen: false,
      signIn: absent,
      signUp: absent,
      accept: absent,
      signOut: absent,
      endSession: absent,
      endSessions: absent,
      changePassword: absent,
      changeEmail: absent,
      deleteOwnAccount: absent,
    },
    notices: createNotices({ secret: () => "a secret of the tests", isSecure: false }),
    moderationForms: {
      console: { rate: absent, dismiss: absent, rescan: absent, resume: absent },
      notices: createNotices({ secret: () => "a secret of the tests", isSecure: false }),
    },
    metrics: { expose: absent },
    readiness: {
      checks: [],
      remarks: async () => ({}),
      isDraining: () => false,
      token: null,
      onFailure: () => {},
    },
    ...parts,
  });
}

/**
 * The application over the given parts, as a handler of web-standard requests. A page is answered
 * with 599.
 */
export function applicationOf(
  parts: Partial<RouteParts>,
  { serviceKey, serviceKeys, sessionOf, metricsToken = null, account }: Options = {},
): (request: Request) => Promise<Response> {
  const application = createApplication(routesOf(parts), {
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
