import type { Server } from "node:http";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import type { Route } from "@/lib/web/route";
import { temporaryFolder } from "../files/temporary-folder";
import { requestSlotsInTest } from "./application";
import { close, listen } from "./listen";

type Options = Partial<
  Parameters<typeof createApplication>[1] & Parameters<typeof createFrontDoor>[0]
>;

export type OpenFrontDoor = { server: Server; origin: string; close(): Promise<void> };

/**
 * Starts the front door with the given routes. A page is answered with 404. Every API key is the
 * operator's, and there are no sessions.
 */
export async function openFrontDoor(
  routes: readonly Route[],
  options: Options = {},
): Promise<OpenFrontDoor> {
  const slots = options.slots ?? requestSlotsInTest();
  const server = createFrontDoor({
    root: temporaryFolder(),
    publicUrl: "http://gallery.example",
    allowedHosts: [],
    application: createApplication(routes, {
      visitorOf: createVisitorOf({ kind: "none" }),
      serviceKeys: { identify: () => ({ keyDigest: null }) },
      metricsToken: null,
      sessionOf: async () => null,
      slots,
      ...options,
    }),
    answerPage: async (_request, response) => void response.writeHead(404).end(),
    ...options,
    slots,
  });
  return { server, origin: await listen(server), close: () => close(server) };
}
