import { createAdmission } from "@/lib/http/admission";
import { createApplication } from "@/lib/http/application";
import { createRoutes, type RouteParts } from "@/lib/http/routes";
import { createVisitorOf } from "@/lib/http/visitor-ip";

/** The visitor of every request to `applicationOf`. */
export const TEST_CLIENT = "198.51.100.7";

/** Admission control whose metrics nothing reads. */
export const admissionInTest = () =>
  createAdmission({ events: { started: () => {}, shed: () => {} } });

type Options = {
  /** The key of `/v1/search`. */
  serviceKey?: string;
  metricsToken?: string | null;
  isServiceKey?: (key: string) => boolean;
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
    report: absent,
    people: {
      isSignUpOpen: false,
      signIn: absent,
      signUp: absent,
      accept: absent,
      signOut: absent,
      endSession: absent,
      endSessions: absent,
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
  { serviceKey, isServiceKey, metricsToken = null }: Options = {},
): (request: Request) => Promise<Response> {
  const application = createApplication(routesOf(parts), {
    visitorOf: createVisitorOf({ kind: "none" }),
    serviceKeys: { isValid: isServiceKey ?? ((key) => key === serviceKey) },
    metricsToken,
    sessionOf: async () => null,
    admission: admissionInTest(),
  });
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const answer = application.answer(request, {
      target: pathname + search,
      peer: TEST_CLIENT,
      forwardedFor: undefined,
      leaveSignal: () => request.signal,
    });
    return answer ?? new Response(null, { status: 599 });
  };
}
