import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "@/lib/config";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { isTrustedProxy } from "@/lib/http/visitor-ip";
import { startTracing } from "@/lib/platform/open-telemetry";
import { startRequestSpan } from "@/lib/platform/tracing";
import { createVitrine, type Vitrine } from "@/lib/vitrine";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { askOverHttp } from "@/tests/support/requests/http-request";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { close, listen } from "@/tests/support/servers/listen";

type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};

const VISITOR = "203.0.113.77";
const PROXY_TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${PROXY_TRACE}-b7ad6b7169203331-01`;
/** OTLP's number for a client's span. */
const CLIENT = 3;

/** What the collector received. */
let exported = "";
const collector = createServer(async (request, response) => {
  for await (const chunk of request.setEncoding("utf8")) exported += chunk;
  exported += "\n";
  response.setHeader("content-type", "application/json").end("{}");
});
let fixture: FixtureService;
let vitrine: Vitrine;
let server: ReturnType<typeof createFrontDoor>;
let origin: string;
let stopTracing: () => Promise<void>;
let isPeerTrusted = true;

beforeAll(async () => {
  fixture = await startFixtureService();
  const config = parseConfig({
    ...fixture.settings,
    VITRINE_DATA_DIR: temporaryFolder(),
    VITRINE_TRUSTED_PROXIES: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
  });
  if (config.tracing === null) throw new Error("tracing is off");
  stopTracing = await startTracing(
    config.tracing,
    (peer) => isPeerTrusted && isTrustedProxy(peer, config.trustedProxies),
  );
  vitrine = createVitrine(config);
  server = createFrontDoor({
    root: temporaryFolder(),
    publicUrl: config.publicUrl,
    allowedHosts: [],
    application: vitrine.application,
    slots: vitrine.slots,
    answerPage: async (_request, response) => void response.writeHead(404).end(),
  });
  origin = await listen(server);
});

afterAll(async () => {
  await close(server);
  await vitrine.close();
  await close(collector);
  await fixture.stop();
});

function ask(path: string, body?: string) {
  const headers = {
    accept: "application/json",
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": VISITOR,
    traceparent: TRACEPARENT,
    ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  return askOverHttp(origin, path, { method: body === undefined ? "GET" : "POST", headers, body });
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
  return Object.fromEntries(values);
}

test("the remote service gets the trace only if the operator says so", async () => {
  const { baseUrl: url, key } = fixture;
  const request = { method: "GET", headers: {}, socket: {} } as IncomingMessage;
  for (const sendsTraceParent of [true, false]) {
    const service = createRemoteService({ url, key, keyHeader: "bearer" }, { sendsTraceParent });
    await new Promise((resolve) =>
      startRequestSpan(request, "/search")?.run(async () => {
        resolve(await service.search({ q: "sea" }, { signal: AbortSignal.timeout(9_000) }));
      }),
    );
    await service.close();
  }
  const [sent, withheld] = fixture.searches.splice(0).map(({ headers }) => headers.traceparent);
  expect([sent, withheld]).toEqual([expect.stringMatching(/^00-\w{32}-\w{16}-01$/), undefined]);
});

test("a paid search and a thumbnail are traced end to end, without text, key or IP address", async () => {
  const searched = await ask("/api/search", "q=lighthouse+dawn&count=24");
  const { images } = JSON.parse(searched.body.toString());
  const [{ thumbnails }] = images;
  const path = `${thumbnails.path}${thumbnails.widthsPx[0]}`;
  isPeerTrusted = false;
  expect((await ask(path)).status).toBe(200);
  const again = await ask(path);
  await stopTracing();

  const spans: Span[] = exported
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
  const rootOf = (requestId: unknown) =>
    spans.find((span) => attributesOf(span)["vitrine.request_id"] === requestId);
  /** The names of the spans below one, in order, each with those below it. */
  const below = (parent: Span | undefined): unknown[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
      .toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1))
      .map((span) => [span.name, ...below(span)]);

  const root = rootOf(searched.headers["x-request-id"]);
  expect(root).toMatchObject({ name: "POST /api/search", traceId: PROXY_TRACE });
  expect(below(root)[0]).toEqual([
    "search",
    ["store requestLease"],
    ["store reserve"],
    ["GET"],
    ["store finish"],
    ["store searchOffer"],
  ]);
  const call = spans.find(({ kind }) => kind === CLIENT) as Span;
  expect(attributesOf(call)).toEqual({
    "http.request.method": "GET",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(fixture.baseUrl).port),
    "http.response.status_code": 200,
  });
  expect(fixture.searches.map(({ headers }) => headers.traceparent)).toEqual([undefined]);

  const thumbnail = rootOf(again.headers["x-request-id"]) as Span;
  expect(thumbnail).toMatchObject({ name: "GET /thumb/*" });
  expect(thumbnail.traceId).not.toBe(PROXY_TRACE);
  expect(attributesOf(thumbnail)).toMatchObject({
    "vitrine.thumbnail.cache": "hit",
    "vitrine.thumbnail.source": "remote",
  });
  expect(spans.map(({ name }) => name)).toContain("decode thumbnail");

  for (const secret of ["lighthouse", fixture.key, VISITOR, thumbnails.path]) {
    expect(exported.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});
