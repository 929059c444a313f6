import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createByteBudget, fetchSource } from "@/lib/thumbnails/fetch-source";
import { parsePrivateHosts } from "@/lib/thumbnails/source-url";
import { photographPath } from "@/tests/support/pictures/photographs";
import { PATIENT } from "@/tests/support/pictures/thumbnails-in-test";
import { listen, portOf } from "@/tests/support/servers/listen";
import { startSlowHandshake } from "@/tests/support/servers/slow-handshake";

const JPEG = readFileSync(photographPath("locomotion-house-cat"));
const MIB = 1024 * 1024;

type Answer = (socket: Socket, head: string) => void;

/** The raw bytes that a host sends for each path. */
const answers = new Map<string, Answer>();
const sockets = new Set<Socket>();
let sentBytes = 0;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => {});
  socket.once("data", (data) => {
    const head = data.toString("latin1");
    answers.get(head.split(" ")[1] ?? "")?.(socket, head);
  });
});
let host: string;

beforeAll(async () => {
  host = new URL(await listen(server)).host;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const DEADLINES = { ...PATIENT, rateBytesPerSecondMin: 2_048 };
const IMPATIENT = { ...DEADLINES, firstByteMs: 300, wholeMs: 1_500, rateAfterMs: 300 };

let nextPath = 0;
async function fetchFrom(
  answer: Answer,
  {
    signal = new AbortController().signal,
    budget = createByteBudget(100 * MIB),
    deadlines = DEADLINES,
  } = {},
): Promise<Buffer> {
  const path = `/${nextPath++}`;
  answers.set(path, answer);
  return fetchSource(
    `http://${host}${path}`,
    {
      policy: { ownHosts: [], privateHosts: parsePrivateHosts([host]) },
      resolveHost: async () => ["127.0.0.1"],
      deadlines,
      bytesMax: 10 * MIB,
      budget,
    },
    signal,
  );
}

const send = (head: string, body: Buffer | string = ""): Answer => {
  return (socket) => socket.end(Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]));
};
const ok = (headers: string, body: Buffer | string = JPEG) =>
  send(`HTTP/1.1 200 OK\r\n${headers}\r\n`, body);
const length = (bytes: Buffer) => `Content-Length: ${bytes.length}\r\n`;

/** Writes as long as the reader keeps up. */
function pour(socket: Socket, chunk: Buffer): void {
  sentBytes = 0;
  const more = () => {
    while (!socket.destroyed && sentBytes < 1024 * MIB) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) {
        socket.once("drain", more);
        return;
      }
    }
  };
  more();
}

function drip(socket: Socket, text: Buffer, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.subarray(at, ++at)), everyMs);
  socket.on("close", () => clearInterval(timer));
}

test.each([
  ["a length", ok(length(JPEG))],
  ["no length", ok("")],
  ["identity said aloud", ok(`${length(JPEG)}Content-Encoding: identity\r\n`)],
  ["no coding said aloud", ok(`${length(JPEG)}Content-Encoding: none\r\n`)],
  ["an empty coding", ok(`${length(JPEG)}Content-Encoding: \r\n`)],
  ["a charset as its coding", ok(`${length(JPEG)}Content-Encoding: UTF-8\r\n`)],
  ["an HTML type", ok(`${length(JPEG)}Content-Type: text/html\r\n`)],
  ["no type", ok(length(JPEG))],
  ["a Location beside 200", ok(`${length(JPEG)}Location: http://10.0.0.1/\r\n`)],
  ["Refresh", ok(`${length(JPEG)}Refresh: 0;url=http://10.0.0.1/\r\n`)],
  [
    "a second response behind it",
    ok(
      length(JPEG),
      Buffer.concat([JPEG, Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL")]),
    ),
  ],
  [
    "a preliminary response before it",
    send(
      "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" +
        `HTTP/1.1 200 OK\r\n${length(JPEG)}\r\n`,
      JPEG,
    ),
  ],
] as const)("a picture with %s is taken as it is", async (_what, answer) => {
  expect((await fetchFrom(answer)).equals(JPEG)).toBe(true);
});

const redirect = (status: number, headers: string) =>
  send(`HTTP/1.1 ${status} Moved\r\n${headers}Content-Length: 0\r\n\r\n`);

test.each([
  ["404", 404, "gone"],
  ["410", 410, "gone"],
  ["401", 401, "refused"],
  ["403", 403, "refused"],
  ["429", 429, "unavailable"],
  ["500", 500, "unavailable"],
  ["204", 204, "unavailable"],
  ["206", 206, "unavailable"],
  ["300", 300, "unavailable"],
  ["304", 304, "unavailable"],
  ["305", 305, "unavailable"],
  ["999", 999, "unavailable"],
] as const)("a host that answers %s: %s → %s", async (_what, status, reason) => {
  const answer = send(`HTTP/1.1 ${status} X\r\n${length(JPEG)}Location: /next\r\n\r\n`, JPEG);
  await expect(fetchFrom(answer)).rejects.toMatchObject({ reason });
});

test.each([
  ["closes without a byte", (socket: Socket) => socket.end(), "unavailable"],
  ["resets", (socket: Socket) => socket.resetAndDestroy(), "unavailable"],
  ["never answers", () => {}, "slow-host"],
  [
    "sends its head at a byte a moment",
    (socket: Socket) => drip(socket, Buffer.from(`HTTP/1.1 200 OK\r\nX: ${"y".repeat(2_000)}`), 50),
    "slow-host",
  ],
  [
    "sends its body at a byte a moment",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      drip(socket, JPEG, 20);
    },
    "slow-host",
  ],
  ["promises more than it sends", ok(`Content-Length: ${JPEG.length + 9}\r\n`), "unavailable"],
  [
    "breaks off a chunked body",
    ok(
      "Transfer-Encoding: chunked\r\n",
      Buffer.concat([Buffer.from("40000\r\n"), JPEG.subarray(0, 1_000)]),
    ),
    "unavailable",
  ],
  [
    "sends a chunk for each byte",
    ok(
      "Transfer-Encoding: chunked\r\n",
      Buffer.concat(
        Array.from(JPEG, (byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a])).concat(
          Buffer.from("0\r\n\r\n"),
        ),
      ),
    ),
    "unavailable",
  ],
  ["announces 1 GiB", ok(`Content-Length: ${1024 * MIB}\r\n`), "too-large"],
  ["announces 2^63", ok("Content-Length: 9223372036854775808\r\n"), /too-large|unavailable/],
  ["announces -1", ok("Content-Length: -1\r\n"), "unavailable"],
  ["announces two lengths", ok("Content-Length: 5\r\nContent-Length: 6\r\n"), "unavailable"],
  [
    "sends an endless chunk size",
    ok("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFF\r\nx"),
    "unavailable",
  ],
  ["sends 20,000 headers", ok("X: y\r\n".repeat(20_000)), "unavailable"],
  ["sends a header of 1 MB", ok(`X: ${"y".repeat(MIB)}\r\n`), "unavailable"],
  ["speaks HTTP/0.9", send("", JPEG), "unavailable"],
  ["speaks HTTP/2", send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "unavailable"],
  [
    "switches protocols",
    send("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    "unavailable",
  ],
  [
    "sends 100 preliminary responses",
    send(`${"HTTP/1.1 103 Hints\r\n\r\n".repeat(100)}HTTP/1.1 200 OK\r\n\r\n`, JPEG),
    "unavailable",
  ],
  ["sends a page", ok("Content-Type: image/jpeg\r\n", `<html>${" ".repeat(100)}`), "not-a-picture"],
  [
    "sends an SVG",
    ok(
      "Content-Type: image/svg+xml\r\n",
      `<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(100)}`,
    ),
    "not-a-picture",
  ],
  ["redirects to nowhere", redirect(302, ""), "unavailable"],
  ["redirects to an empty place", redirect(302, "Location: \r\n"), "unavailable"],
  ["redirects to two places", redirect(302, "Location: /a\r\nLocation: /b\r\n"), "unavailable"],
  ["redirects to 100 KB", redirect(302, `Location: /${"a".repeat(10_000)}\r\n`), "unavailable"],
  ["redirects to a private address", redirect(302, "Location: http://10.0.0.1/\r\n"), "refused"],
  ["redirects to a decimal address", redirect(301, "Location: http://2130706433/\r\n"), "refused"],
  ["redirects to //metadata", redirect(307, "Location: //169.254.169.254/latest\r\n"), "refused"],
  ["redirects to a file", redirect(308, "Location: file:///etc/passwd\r\n"), "refused"],
  ["redirects to data", redirect(303, "Location: data:image/png;base64,AAAA\r\n"), "refused"],
  ["redirects to a user", redirect(302, "Location: http://a:b@pictures.example/\r\n"), "refused"],
  [
    "redirects to another port of this machine",
    redirect(302, "Location: http://127.0.0.1:6379/\r\n"),
    "refused",
  ],
] as const)("a host that %s is an answer of the right kind", async (_what, answer, reason) => {
  const deadlines = reason === "slow-host" ? IMPATIENT : DEADLINES;
  await expect(fetchFrom(answer as Answer, { deadlines })).rejects.toMatchObject({
    reason: reason instanceof RegExp ? expect.stringMatching(reason) : reason,
  });
  expect(sockets.size).toBeLessThanOrEqual(1);
});

test.each([
  "gzip",
  "br",
  "deflate",
  "zstd",
  "identity, gzip",
  new Array(1_000).fill("gzip").join(", "),
])("a body encoded as %.20s is refused before it is read", async (coding) => {
  const answer: Answer = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`);
    pour(socket, JPEG.subarray(0, 65_536));
  };
  await expect(fetchFrom(answer)).rejects.toMatchObject({ reason: "unavailable" });
  // The bytes sent include a few megabytes in the buffers of the two sockets.
  expect(sentBytes).toBeLessThan(8 * MIB);
});

test("an endless body is read for 10 MiB only, which bounds memory", async () => {
  const chunk = Buffer.concat([
    Buffer.from("10000\r\n"),
    JPEG.subarray(0, 65_536),
    Buffer.from("\r\n"),
  ]);
  const before = process.memoryUsage();
  const answer: Answer = (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    pour(socket, chunk);
  };
  await expect(fetchFrom(answer)).rejects.toMatchObject({ reason: "too-large", status: 413 });
  // The rest is in the buffers of the two sockets.
  expect(sentBytes).toBeLessThan(24 * MIB);
  expect(process.memoryUsage().arrayBuffers - before.arrayBuffers).toBeLessThan(30 * MIB);
});

test.each([1, 2, 3])("%d redirects are followed", async (hops) => {
  answers.set("/last", ok(length(JPEG)));
  for (let hop = hops - 1; hop > 0; hop -= 1) {
    answers.set(
      `/hop${hop}`,
      redirect(302, `Location: ${hop === hops - 1 ? "/last" : `/hop${hop + 1}`}\r\n`),
    );
  }
  const first = redirect(302, `Location: ${hops === 1 ? "/last" : "hop1"}\r\n`);
  expect((await fetchFrom(first)).equals(JPEG)).toBe(true);
});

test.each([
  ["a space", "/red barn.jpg", "/red%20barn.jpg"],
  [
    "UTF-8",
    Buffer.from("/größe/шкаф.jpg").toString("latin1"),
    "/gr%C3%B6%C3%9Fe/%D1%88%D0%BA%D0%B0%D1%84.jpg",
  ],
  ["Latin-1", "/gr\xf6\xdfe.jpg", "/gr%F6%DFe.jpg"],
  ["an escaped letter", "/gr%C3%B6%20.jpg", "/gr%C3%B6%20.jpg"],
  ["a quote and a pipe", '/a"b|c.jpg', "/a%22b|c.jpg"],
])("a redirect to a path with %s is followed as browsers do", async (_what, location, path) => {
  answers.set(path, ok(length(JPEG)));
  expect((await fetchFrom(redirect(302, `Location: ${location}\r\n`))).equals(JPEG)).toBe(true);
});

test("a redirect to an international host name is checked under its ASCII name", async () => {
  const location = Buffer.from("http://bücher.internal/a.jpg").toString("latin1");
  await expect(fetchFrom(redirect(302, `Location: ${location}\r\n`))).rejects.toMatchObject({
    reason: "refused",
  });
});

test("the fourth redirect is refused, even in a loop", async () => {
  answers.set("/loop", redirect(302, "Location: /loop\r\n"));
  const before = connections;
  await expect(fetchFrom(redirect(302, "Location: /loop\r\n"))).rejects.toMatchObject({
    reason: "unavailable",
  });
  expect(connections - before).toBe(4);
});

test.each([
  ["before the head", () => {}],
  [
    "during the body",
    (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\n${length(JPEG)}\r\n`),
  ],
])("a visitor who leaves %s closes the connection before any deadline", async (_when, answer) => {
  const leaving = new AbortController();
  const reached = new Promise<Socket>((resolve) => {
    void fetchFrom(
      (socket, head) => {
        (answer as Answer)(socket, head);
        resolve(socket);
      },
      { signal: leaving.signal },
    ).catch(() => {});
  });
  const socket = await reached;
  socket.resume();
  leaving.abort(new Error("left"));
  await expect.poll(() => socket.closed).toBe(true);
});

test("concurrent bodies stay within the common memory limit", async () => {
  const budget = createByteBudget(8 * MIB);
  let highestBytes = 0;
  const chunk = Buffer.concat([JPEG, Buffer.alloc(64 * 1024)]);
  const many = Array.from({ length: 20 }, () =>
    fetchFrom(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n");
        pour(socket, chunk);
        highestBytes = Math.max(highestBytes, budget.reservedBytes());
      },
      { budget },
    ).then(
      () => "delivered",
      ({ status, isRemembered }) => `${status} ${isRemembered}`,
    ),
  );
  const outcomes = await Promise.all(many);
  expect(new Set(outcomes)).toContain("503 false");
  expect(highestBytes).toBeLessThanOrEqual(8 * MIB);
  expect(budget.reservedBytes()).toBe(0);
  expect(await fetchFrom(ok(length(JPEG)), { budget })).toEqual(JPEG);
});

test("a name that has a private address beside a public one is refused", async () => {
  for (const addresses of [
    ["1.1.1.1", "10.0.0.1"],
    ["10.0.0.1", "1.1.1.1"],
  ]) {
    const options = {
      policy: { ownHosts: [], privateHosts: parsePrivateHosts([]) },
      resolveHost: async () => addresses,
      deadlines: DEADLINES,
      bytesMax: MIB,
      budget: createByteBudget(MIB),
    };
    const { signal } = new AbortController();
    const fetching = fetchSource("http://two-addresses.example/", options, signal);
    await expect(fetching).rejects.toMatchObject({ reason: "refused" });
  }
});

test("a redirect into a listed network reaches no unlisted port, and sends no password", async () => {
  const port = Number(new URL(`http://${host}`).port);
  const before = connections;
  const options = {
    policy: {
      ownHosts: [],
      privateHosts: parsePrivateHosts([`nas.example:${port}`, "127.0.0.0/8"]),
    },
    resolveHost: async () => ["127.0.0.1"],
    deadlines: DEADLINES,
    bytesMax: MIB,
    budget: createByteBudget(MIB),
  };
  const targets = [
    `http://other.example:${port}/nas.jpg`,
    `http://a:b@nas.example:${port}/nas.jpg`,
  ];
  answers.set("/nas.jpg", ok(length(JPEG)));
  for (const target of targets) {
    answers.set("/away", redirect(302, `Location: ${target}\r\n`));
    const { signal } = new AbortController();
    const fetching = fetchSource(`http://nas.example:${port}/away`, options, signal);
    await expect(fetching).rejects.toMatchObject({ reason: "refused" });
  }
  expect(connections - before).toBe(targets.length);
});

test("listing a private host allows only that host: no other port, name or address", async () => {
  const [, port = ""] = host.split(":");
  let connected = 0;
  const beside = createServer((socket) => {
    connected += 1;
    socket.destroy();
  });
  await listen(beside);
  const otherPort = portOf(beside);
  const outcomeOf = async (source: string) => {
    const options = {
      policy: { ownHosts: [], privateHosts: parsePrivateHosts([`nas.example:${port}`]) },
      resolveHost: async () => ["127.0.0.1"],
      deadlines: DEADLINES,
      bytesMax: MIB,
      budget: createByteBudget(MIB),
    };
    const fetching = fetchSource(source, options, new AbortController().signal);
    return fetching.then(
      () => "delivered",
      ({ reason }) => reason,
    );
  };
  answers.set("/nas.jpg", ok(length(JPEG)));
  expect(await outcomeOf(`http://nas.example:${port}/nas.jpg`)).toBe("delivered");
  for (const [n, target] of [
    `http://nas.example:${otherPort}/`,
    "http://nas.example/",
    `https://other.example:${port}/nas.jpg`,
    `http://127.0.0.1:${port}/nas.jpg`,
    `http://a.nas.example:${port}/nas.jpg`,
    "http://other.example/",
  ].entries()) {
    expect([target, await outcomeOf(target)]).toEqual([target, "refused"]);
    answers.set(
      `/to/${n}`,
      send(`HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect([target, await outcomeOf(`http://nas.example:${port}/to/${n}`)]).toEqual([
      target,
      "refused",
    ]);
  }
  expect(connected).toBe(0);
  beside.close();
});

test("a host whose handshake takes a second is reached, though it has another IP address", async () => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n`;
  const { port, accept } = await startSlowHandshake(`${head}image`);
  const signal = new AbortController().signal;
  const options = {
    policy: { ownHosts: [], privateHosts: parsePrivateHosts([`two-addresses.example:${port}`]) },
    resolveHost: async () => ["127.0.0.1", "::1"],
    deadlines: DEADLINES,
    bytesMax: 10 * MIB,
    budget: createByteBudget(MIB),
  };
  const fetching = fetchSource(`http://two-addresses.example:${port}/`, options, signal);
  await accept();
  expect((await fetching).toString()).toBe("image");
});
