import type { AddressInfo } from "node:net";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import type { RouteParts } from "@/lib/http/routes";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { requestSlotsInTest, routesOf } from "./application";
import { temporaryFolder } from "./temporary-folder";

/**
 * Starts the front door with the product's routes over the given parts, without pages. Visitors differ
 * by their `X-Forwarded-For`.
 */
export async function openFrontDoor(
  parts: Partial<RouteParts>,
): Promise<{ origin: string; host: string; close(): Promise<void> }> {
  const slots = requestSlotsInTest();
  const server = createFrontDoor({
    root: temporaryFolder(),
    publicUrl: "http://gallery.example",
    allowedHosts: [],
    application: createApplication(routesOf(parts), {
      visitorOf: createVisitorOf({ kind: "hops", count: 1 }),
      serviceKeys: { identify: () => null },
      metricsToken: null,
      sessionOf: async () => null,
      slots,
    }),
    slots,
    answerPage: async (_request, response) => {
      response.writeHead(599).end();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
