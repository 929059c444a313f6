import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { startInstallation } from "../support/installation";

test("a draining server reports it, and answers until the balancer has noticed", async () => {
  const installation = await startInstallation({ VITRINE_DRAIN_SECONDS: "600" });
  const { address, process: server } = installation;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const visit = async (path: string) => {
    const request = get(address + path, { agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await text(response);
    const { statusCode: status, headers } = response;
    return { status, body, connection: headers.connection, isReused: request.reusedSocket };
  };
  expect(await visit("/search?q=sea")).toMatchObject({ status: 200, connection: "keep-alive" });

  server.kill("SIGTERM");
  const ready = async () => {
    const response = await fetch(`${address}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  await expect.poll(ready).toEqual({ status: 503, body: { isReady: false, reason: "draining" } });
  // Uses the connection that was open before the signal.
  expect(await visit("/search?q=sea")).toMatchObject({
    status: 200,
    body: expect.stringContaining("</html>"),
    connection: "close",
    isReused: true,
  });
  for (const path of ["/livez", "/healthz", "/api/search?q=sea", "/_next/static/none.js"]) {
    const { status, connection, isReused } = await visit(path);
    expect([path, status, connection, isReused]).toEqual([
      path,
      path.startsWith("/_next") ? 404 : 200,
      "close",
      false,
    ]);
  }

  // The signal that a terminal repeats at once counts as the same; a later one ends the process.
  const exited = once(server, "exit");
  await expect
    .poll(() => {
      server.kill("SIGTERM");
      return server.exitCode;
    })
    .toBe(1);
  await exited;
  agent.destroy();
  await installation.stop();
});

test("readiness checks write nothing into the store, and a drained server leaves no process behind", async () => {
  test.skip(process.platform !== "linux", "reads /proc");
  const dataDir = test.info().outputPath("data");
  const installation = await startInstallation({}, dataDir);
  // The server's start may still be writing.
  await expect.poll(async () => (await fetch(`${installation.address}/readyz`)).status).toBe(200);
  let before = "";
  await expect
    .poll(() => {
      const earlier = before;
      before = snapshot(dataDir);
      return before === earlier;
    })
    .toBe(true);
  for (let n = 0; n < 50; n += 1) {
    expect((await fetch(`${installation.address}/readyz`)).status).toBe(200);
  }
  expect(snapshot(dataDir)).toBe(before);

  const { images } = await (await fetch(`${installation.address}/api/search?q=sea`)).json();
  const [{ thumbnails }] = images;
  await fetch(`${installation.address}${thumbnails.path}${thumbnails.widthsPx[0]}`);
  const children = descendantsOf(installation.process.pid ?? 0);
  expect(children.length).toBeGreaterThan(0);
  expect(await installation.stop()).toBe(0);
  await expect.poll(() => children.filter(isRunning)).toEqual([]);
});

function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  return children.flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Returns the store's files with sizes and times. Excludes the library, which scans change. */
function snapshot(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.startsWith("vitrine.db"))
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .join("\n");
}
