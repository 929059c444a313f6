import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { requestSlotsInTest, routesOf } from "@/tests/support/application";
import { photographPath } from "@/tests/support/photographs";
import { askRaw, statusOf } from "@/tests/support/raw-request";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { signed, type TestThumbnails, thumbnailsInTest } from "@/tests/support/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

let server: Server;
let origin: string;
let thumbnails: TestThumbnails;

beforeAll(async () => {
  thumbnails = thumbnailsInTest({ readLibraryImage: async () => PHOTOGRAPH });
  server = createFrontDoor({
    root: temporaryFolder(),
    publicUrl: "http://vitrine.example",
    allowedHosts: [],
    application: createApplication(routesOf({ thumbnails }), {
      visitorOf: createVisitorOf({ kind: "none" }),
      serviceKeys: { identify: () => null },
      metricsToken: null,
      sessionOf: async () => null,
      slots: requestSlotsInTest(),
    }),
    slots: requestSlotsInTest(),
    answerPage: async (_, response) => void response.writeHead(404).end(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await thumbnails.dispose();
});

async function ask(target: string): Promise<number | null> {
  const head = `GET ${target} HTTP/1.1\r\nHost: vitrine.example\r\nConnection: close\r\n\r\n`;
  return statusOf(await askRaw(origin, head));
}

test("only the exact URL is answered, not spellings that normalise to it", async () => {
  const url = signed(thumbnails, "lib:one");
  expect(await ask(url)).toBe(200);
  for (const spelling of [
    `${url}?`,
    `${url}?nxtPaddress=1`,
    `/thumb/..${url}`,
    `/thumb/%2e%2e${url}`,
    url.replace("/thumb/", "/thumb/./"),
    url.replace("/thumb/", "/./thumb/"),
    `/api/../api/..${url}`,
    url.replace(/\/320$/, "\\320"),
    `http://vitrine.example${url}`,
  ]) {
    const status = await ask(spelling);
    expect([spelling, [400, 403, 404].includes(status ?? 0)]).toEqual([spelling, true]);
  }
});
