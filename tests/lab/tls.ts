/**
 * Fetches from hosts with valid and invalid certificates, and searches at them.
 * `NODE_EXTRA_CA_CERTS` must name the lab's certificate authority. Prints the outcome of each as JSON.
 */
import dns from "node:dns";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { toAppError } from "@/lib/platform/errors";
import { FETCH_DEADLINES } from "@/lib/thumbnails/fetch-hop";
import { createByteBudget, fetchSource } from "@/lib/thumbnails/fetch-source";
import { parsePrivateHosts } from "@/lib/thumbnails/source-url";
import { ThumbnailFailure } from "@/lib/thumbnails/thumbnail-failure";

const [folder = "", photographPath = ""] = process.argv.slice(2);
const photograph = readFileSync(photographPath);
const outcomes: Record<string, string> = {};
let hasReceived = false;

for (const [name, certificate, path] of [
  ["good.example", "good", "/"],
  ["other.example", "good", "/"],
  ["good.example", "expired", "/"],
  ["good.example", "self-signed", "/"],
  ["good.example", "good", "/to-http"],
] as const) {
  const server = await start(certificate);
  const port = (server.address() as AddressInfo).port;
  outcomes[`${name} ${certificate} ${path}`] = await outcomeOf(`https://${name}:${port}${path}`);
  server.close();
}
for (const [name, certificate] of [
  ["good.example", "good"],
  ["other.example", "good"],
  ["good.example", "expired"],
  ["good.example", "self-signed"],
] as const) {
  const server = await start(certificate);
  const port = (server.address() as AddressInfo).port;
  outcomes[`search at ${name} ${certificate}`] = await searchAt(`https://${name}:${port}`);
  server.close();
}
process.stdout.write(JSON.stringify(outcomes));
process.exit(0);

async function start(certificate: string): Promise<Server> {
  const read = (kind: string) => readFileSync(join(folder, `${certificate}.${kind}`));
  const server = createServer({ key: read("key"), cert: read("pem") }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      hasReceived = true;
      const isRedirect = data.toString("latin1").startsWith("GET /to-http");
      socket.end(
        isRedirect
          ? "HTTP/1.1 302 Moved\r\nLocation: http://good.example/\r\nContent-Length: 0\r\n\r\n"
          : Buffer.concat([
              Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${photograph.length}\r\n\r\n`),
              photograph,
            ]),
      );
    });
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function searchAt(url: string): Promise<string> {
  hasReceived = false;
  const { lookup } = dns;
  dns.lookup = ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])) as never;
  const service = createRemoteService({ url, key: "a-key-of-ours", keyHeader: "x-api-key" });
  const searching = service.search({ q: "sea" }, { signal: new AbortController().signal });
  // This server answers with a photograph.
  const { code } = toAppError(await searching.catch((cause: unknown) => cause));
  await service.close();
  dns.lookup = lookup;
  return hasReceived ? "key sent" : code;
}

async function outcomeOf(url: string): Promise<string> {
  const { host } = new URL(url);
  const options = {
    policy: { ownHosts: [], privateHosts: parsePrivateHosts([host, "good.example"]) },
    resolveHost: async () => ["127.0.0.1"],
    deadlines: FETCH_DEADLINES,
    bytesMax: 10_000_000,
    budget: createByteBudget(10_000_000),
  };
  try {
    const bytes = await fetchSource(url, options, new AbortController().signal);
    return bytes.equals(photograph) ? "delivered" : "changed";
  } catch (error) {
    return error instanceof ThumbnailFailure ? error.reason : String(error);
  }
}
