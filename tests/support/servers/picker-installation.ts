import type { IncomingMessage, ServerResponse } from "node:http";
import { NextRequest } from "next/server";
import { afterAll, vi } from "vitest";
import { config } from "@/lib/config";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVitrine, type Vitrine } from "@/lib/vitrine";
import { answerPage } from "@/proxy";
import { temporaryFolder } from "../files/temporary-folder";
import { type FixtureService, startFixtureService } from "./fixture-service";
import { close, listen } from "./listen";

export type PickerInstallation = {
  origin: string;
  vitrine: Vitrine;
  /** The remote service, with the searches that it received. */
  fixture: FixtureService;
};

/**
 * Starts the whole program behind its front door, with a remote service, for the tests of a file. Pages
 * have the headers and refusals of the product; `page` replaces the content that Next would render.
 */
export async function pickerInstallation(
  settings: Record<string, string>,
  page: (nonce: string) => string = () => "<!doctype html><p>the picker</p>",
): Promise<PickerInstallation> {
  const fixture = await startFixtureService();
  const environment = {
    ...fixture.settings,
    VITRINE_DATA_DIR: temporaryFolder(),
    // All tests count as one visitor.
    VITRINE_VISITOR_SEARCHES_PER_MINUTE: "1000",
    VITRINE_VISITOR_SEARCHES_PER_DAY: "1000",
    VITRINE_DAY_PACING: "off",
    ...settings,
  };
  // The proxy reads the configuration of the process.
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const vitrine = createVitrine(config());
  const server = createFrontDoor({
    root: temporaryFolder(),
    publicUrl: config().publicUrl,
    allowedHosts: [],
    application: vitrine.application,
    slots: vitrine.slots,
    answerPage: (request, response) => sendPage(request, response, page),
  });
  const origin = await listen(server);
  afterAll(async () => {
    await close(server);
    await vitrine.close();
    await fixture.stop();
  });
  return { origin, vitrine, fixture };
}

/** The text of the search number `n`, below 128: another one for each, and the service finds images. */
export function searchText(n: number): string {
  const digits = n.toString(2).padStart(7, "0");
  return [...digits].map((digit) => (digit === "1" ? "sea" : "s")).join("+");
}

/** Answers as Next and the proxy do. */
async function sendPage(
  { method = "GET", url = "/", headers }: IncomingMessage,
  response: ServerResponse,
  page: (nonce: string) => string,
): Promise<void> {
  const names = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const request = new NextRequest(`http://${headers.host}${url}`, {
    method,
    headers: Object.fromEntries(names),
  });
  const answer = answerPage(request);
  const isPassedOn = answer.headers.get("x-middleware-next") === "1";
  for (const [name, value] of answer.headers) {
    if (!name.startsWith("x-middleware-")) response.setHeader(name, value);
  }
  if (!isPassedOn) {
    response.writeHead(answer.status).end(await answer.text());
    return;
  }
  const [, nonce = ""] =
    /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  response.setHeader("content-type", "text/html; charset=utf-8").end(page(nonce));
}
