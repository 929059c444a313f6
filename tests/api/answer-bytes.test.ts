import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { withThumbnails } from "@/lib/gallery/with-thumbnails";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { createSigner } from "@/lib/thumbnails/signature";
import { anImage } from "@/tests/support/an-image";
import { requestSlotsInTest, routesOf } from "@/tests/support/application";

const DECODERS = {
  identity: (bytes: Buffer) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const;

let server: Server;
let url: string;
/** The use case's next answer: the same images, as the memory returns them. */
let answer: SearchAnswer;
let nowMs: number;

beforeAll(async () => {
  const { sign, expiryDay } = createSigner(["k".repeat(32)], { clock: () => nowMs });
  const searchImages = withThumbnails(async (query) => ({ ...answer, query }), {
    thumbnails: { sign, expiryDay, warm: () => {} },
    fallsBackToOriginals: false,
  });
  server = createFrontDoor({
    root: ".",
    publicUrl: "http://gallery.example",
    allowedHosts: [],
    application: createApplication(routesOf({ searchImages }), {
      visitorOf: createVisitorOf({ kind: "none" }),
      serviceKeys: { identify: () => ({ keyDigest: null }) },
      metricsToken: null,
      sessionOf: async () => null,
      slots: requestSlotsInTest(),
    }),
    slots: requestSlotsInTest(),
    answerPage: async (_, response) => void response.writeHead(404).end(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/search`;
});

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22, 12);
  answer = {
    query: { q: "sea", ...DEFAULT_FILTERS },
    images: Array.from({ length: 24 }, (_, index) => anImage({ id: `image-${index}` })),
    droppedCount: 0,
    answeredAt: "2026-11-22T11:59:00.000Z",
    ageSeconds: 60,
    service: { kind: "remote", host: "search.example" },
    from: "cache",
    totalCount: null,
    heldCount: 1,
    relaxed: null,
    staleReason: null,
    searchesUsed: 0,
    budget: { limit: 250, used: 12 },
  };
});

async function ask({
  q = "sea",
  coding = "identity" as keyof typeof DECODERS,
  method = "GET",
} = {}) {
  const response = await request(`${url}?q=${q}`, {
    method: method as "GET",
    headers: { "accept-encoding": coding },
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const { headers, statusCode: status } = response;
  return { status, headers, bytes, text: () => DECODERS[coding](bytes).toString() };
}

const bodyOf = async (options = {}) => JSON.parse((await ask(options)).text());

test("every coding repeatedly gives the same answer, with the right Vary header", async () => {
  const plain = (await ask()).text();
  for (const coding of ["br", "gzip", "identity", "br", "gzip"] as const) {
    const { headers, bytes, text } = await ask({ coding });
    expect(text()).toBe(plain);
    expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(headers.vary).toContain("accept-encoding");
    expect(headers.vary).toContain("sec-fetch-site");
  }
});

test("the age is a header, and does not change the body", async () => {
  const first = await ask();
  answer.ageSeconds = 61;
  const second = await ask();
  expect([first.headers.age, second.headers.age]).toEqual(["60", "61"]);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(JSON.parse(first.text())).not.toHaveProperty("ageSeconds");
});

test("a changed budget is sent at once, in every coding", async () => {
  await ask();
  await ask({ coding: "br" });
  answer.budget = { limit: 250, used: 13 };
  expect((await bodyOf()).budget.used).toBe(13);
  expect((await bodyOf({ coding: "br" })).budget.used).toBe(13);
});

test("thumbnail URLs are signed again on the next day", async () => {
  const dayOf = async () => (await bodyOf()).images[0].thumbnails.path.split("/")[3];
  const first = await dayOf();
  nowMs += 86_400_000;
  expect(Number(await dayOf())).toBe(Number(first) + 1);
});

test("each answer says whether it was paid for, cached or stale, and why", async () => {
  const facts = async () => {
    const { from, searchesUsed, staleReason, retryAfterSeconds } = await bodyOf();
    return { from, searchesUsed, staleReason, retryAfterSeconds };
  };
  Object.assign(answer, { from: "service", searchesUsed: 1 });
  expect(await facts()).toMatchObject({ from: "service", searchesUsed: 1, staleReason: null });
  Object.assign(answer, { from: "cache", searchesUsed: 0 });
  expect(await facts()).toMatchObject({ from: "cache", searchesUsed: 0, staleReason: null });
  const stale = { from: "stale", staleReason: "rate_limited", retryAfterSeconds: 40 } as const;
  Object.assign(answer, stale);
  expect(await facts()).toMatchObject(stale);
  answer.staleReason = "service_timeout";
  expect(await facts()).toMatchObject({ staleReason: "service_timeout" });
  Object.assign(answer, { from: "cache", staleReason: null });
  expect(await facts()).toMatchObject({ from: "cache", staleReason: null });
});

test("two queries that share the images of one answer each get their own query", async () => {
  expect((await bodyOf({ q: "sea" })).query.q).toBe("sea");
  expect((await bodyOf({ q: "Sea" })).query.q).toBe("Sea");
  expect((await bodyOf({ q: "sea" })).query.q).toBe("sea");
});

test("a refused query is refused again, and HEAD gets no body", async () => {
  for (let times = 0; times < 2; times += 1) {
    const refused = await ask({ q: "sea&count=0" });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text()).error.problems).toMatchObject([{ path: "count" }]);
  }
  const head = await ask({ method: "HEAD", coding: "br" });
  expect(head.status).toBe(405);
  expect(head.bytes).toHaveLength(0);
});
