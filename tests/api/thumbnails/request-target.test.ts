import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordRequestFacts } from "@/lib/platform/request-facts";
import { photographPath } from "@/tests/support/photographs";
import { signed, type TestThumbnails, thumbnailsInTest } from "@/tests/support/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

/** A server that normalises URLs as `new URL` and Next do before a handler sees them. */
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "", "http://vitrine.example");
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith("nxtP")) url.searchParams.delete(name);
  }
  const tidied = new Request(url.href.replace(/[?#]+$/, ""), {
    headers: request.headers as Record<string, string>,
  });
  const signal = new AbortController().signal;
  const { status } = await thumbnails.handle(tidied, { client: "a", signal });
  response.writeHead(status).end();
});
let thumbnails: TestThumbnails;

beforeAll(async () => {
  recordRequestFacts();
  thumbnails = thumbnailsInTest({ readLibraryImage: async () => PHOTOGRAPH });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await thumbnails.dispose();
});

function statusOf(target: string, headers = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", reject);
    socket.once("data", (data) => {
      socket.destroy();
      resolve(Number(data.toString("latin1").split(" ")[1]));
    });
    socket.write(`GET ${target} HTTP/1.1\r\nHost: vitrine.example\r\n${headers}\r\n`);
  });
}

test("the URL itself is answered, and no spelling that is normalised into it", async () => {
  const url = signed(thumbnails, "lib:one");
  expect(await statusOf(url)).toBe(200);
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
    expect([spelling, await statusOf(spelling)]).toEqual([spelling, 403]);
  }
});

test("a client's own target header is ignored", async () => {
  const url = signed(thumbnails, "lib:one");
  expect(await statusOf(`${url}?`, `x-vitrine-target: ${url}\r\n`)).toBe(403);
  expect(await statusOf(url, "x-vitrine-target: /thumb/other\r\n")).toBe(200);
});
