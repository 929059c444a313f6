import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordTargets } from "@/lib/thumbnails/request-target";
import { photographPath } from "@/tests/support/photographs";
import { signed, type TestThumbnails, thumbnailsInTest } from "@/tests/support/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

/** A server that tidies addresses as `new URL` and Next do before a handler sees them. */
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
  recordTargets();
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

test("the address itself is answered, and nothing that is tidied into it", async () => {
  const address = signed(thumbnails, "lib:one");
  expect(await statusOf(address)).toBe(200);
  for (const spelling of [
    `${address}?`,
    `${address}?nxtPaddress=1`,
    `/thumb/..${address}`,
    `/thumb/%2e%2e${address}`,
    address.replace("/thumb/", "/thumb/./"),
    address.replace("/thumb/", "/./thumb/"),
    `/api/../api/..${address}`,
    address.replace(/\/320$/, "\\320"),
    `http://vitrine.example${address}`,
  ]) {
    expect([spelling, await statusOf(spelling)]).toEqual([spelling, 403]);
  }
});

test("what a client says its target was counts for nothing", async () => {
  const address = signed(thumbnails, "lib:one");
  expect(await statusOf(`${address}?`, `x-vitrine-target: ${address}\r\n`)).toBe(403);
  expect(await statusOf(address, "x-vitrine-target: /thumb/other\r\n")).toBe(200);
});
