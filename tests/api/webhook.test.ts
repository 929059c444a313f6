import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "@/lib/config";
import type { State } from "@/lib/state/state";
import type { WebhookConfig } from "@/lib/webhook/config";
import { deliverWarnings } from "@/lib/webhook/deliver-warnings";
import {
  DEADLINES,
  sendEvent,
  signatureHeaders,
  type WebhookEvent,
} from "@/lib/webhook/send-event";
import { IMPLEMENTATIONS } from "@/tests/conformance/state/implementations";
import { SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { close, freePort, listen } from "@/tests/support/servers/listen";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const EVENT: WebhookEvent = {
  id: "an-event",
  type: "budget.warning",
  atMs: Date.UTC(2026, 10, 22),
  data: { service: "images.example", thresholdPercent: 80, used: 200, limit: 250 },
};

function configOf(url: string, isPrivate = true): WebhookConfig {
  const { webhook } = parseConfig({
    VITRINE_WEBHOOK_URL: url,
    VITRINE_WEBHOOK_SECRET: SECRET,
    VITRINE_WEBHOOK_PRIVATE: isPrivate ? "on" : "off",
  });
  if (webhook === null) throw new Error("no webhook");
  return webhook;
}

const send = (config: WebhookConfig, event = EVENT) =>
  sendEvent(config, event, new AbortController().signal);

type Received = { headers: IncomingHttpHeaders; body: string };

/** Answers with the next of these statuses, the last of them again and again; null is no answer. */
async function startReceiver(...statuses: (number | null)[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? null;
    if (status === null) return;
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  const url = await listen(server);
  onTestFinished(() => close(server));
  return { received, url, data: () => received.map(({ body }) => JSON.parse(body).data) };
}

test("the signature is that of the test vector of Standard Webhooks", () => {
  const secret = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  expect(signatureHeaders(id, '{"test": 2432232314}', secret, 1_614_265_330_999)).toEqual({
    "webhook-id": id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("the receiver of docs/webhook.md accepts our events, and no others", async () => {
  const [, sample = ""] =
    /```js\n(.*?)```/s.exec(readFileSync(join(PROJECT_ROOT, "docs", "webhook.md"), "utf8")) ?? [];
  const program = join(temporaryFolder(), "receiver.mjs");
  writeFileSync(program, `${sample}\nserver.on("listening", () => console.log("ready"));`);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), VITRINE_WEBHOOK_SECRET: SECRET };
  const receiver = spawn(process.execPath, [program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    receiver.kill();
    await once(receiver, "exit");
  });
  let printed = "";
  receiver.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 20_000 }).toContain("ready");
  const config = configOf(`http://127.0.0.1:${port}/hook`);
  expect(await send(config)).toBeNull();
  await expect.poll(() => printed).toMatch(/budget\.warning \{.*thresholdPercent: 80/s);
  const forged = { ...config, secret: Buffer.alloc(24, 1) };
  expect(await send(forged)).toBe("the host answered 401");
  const late = signatureHeaders("an-event", "{}", config.secret, Date.now() - 3_600_000);
  const answer = await fetch(config.url, { method: "POST", headers: late, body: "{}" });
  expect(answer.status).toBe(401);
});

describe("an event is sent", () => {
  test("to no private IP address, unless the operator allows it", async () => {
    const { url, received } = await startReceiver(204);
    for (const privateUrl of [
      url,
      "https://10.0.0.1/hook",
      "https://[::1]/",
      "https://hub.internal/",
    ]) {
      expect(() => configOf(privateUrl, false)).toThrow(/VITRINE_WEBHOOK_PRIVATE=on/);
    }
    const { policy } = configOf("https://hooks.example.com", false);
    // The settings do not see what a name resolves to, so the connection checks it again.
    const lured = { ...configOf(url), policy };
    expect(await send(lured)).toMatch(/^the name resolves to 127\.0\.0\.1/);
    expect(received).toEqual([]);
    expect(await send(configOf(url))).toBeNull();
  });

  test("to a host that may be down, which is named as the problem", async () => {
    const problem = await send(configOf(`http://127.0.0.1:${await freePort()}/`));
    expect(problem).toBe("the connection failed before connect (ECONNREFUSED)");
  });

  test("without following a redirect", async () => {
    const { url, received } = await startReceiver(302, 204);
    expect(await send(configOf(url))).toBe("the host answered 302");
    expect(received).toHaveLength(1);
  });
});

describe.each(IMPLEMENTATIONS)("$name", ({ simulate }) => {
  test("three instances deliver each warning once, after a 500 and a time-out, and across a restart", async () => {
    let nowMs = Date.UTC(2026, 10, 10, 9);
    const { open, setTime } = await simulate(nowMs);
    const { url, received, data } = await startReceiver(500, null, 204);
    const config = configOf(url);
    const problems: (string | null)[] = [];
    const start = (state: State) => {
      const { claim, settle } = state.warnings();
      const { stop } = deliverWarnings(
        {
          claim,
          async settle(...ended) {
            await settle(...ended);
            nowMs += 20_000;
            await setTime(nowMs);
          },
        },
        {
          send: (event, signal) => {
            const firstByteMs = received.length === 1 ? 200 : DEADLINES.firstByteMs;
            return sendEvent(config, event, signal, { ...DEADLINES, firstByteMs });
          },
          onAttempt: (problem) => problems.push(problem),
          onStoreFailure: (cause) => problems.push(String(cause)),
          pollMs: 20,
        },
      );
      onTestFinished(stop);
      return stop;
    };
    const [one, ...others] = [open(), open(), open()];
    const { reserve } = one.searches({ ...SEARCH_SETTINGS, budget: { limit: 5, isPaced: false } });
    const stops = [one, ...others].map(start);
    for (let times = 0; times < 4; times += 1) await reserve();
    await expect
      .poll(() => problems, { timeout: 20_000 })
      .toEqual(["the host answered 500", "no response in time", null]);
    await Promise.all(stops.map((stop) => stop()));
    await reserve();
    start(open());
    await expect.poll(() => problems, { timeout: 20_000 }).toHaveLength(4);
    const low = {
      service: "images.example",
      thresholdPercent: 80,
      used: 4,
      limit: 5,
      resetsAt: "2026-12-01T00:00:00.000Z",
    };
    expect(data()).toEqual([low, low, low, { ...low, thresholdPercent: 100, used: 5 }]);
    const ids = received.map(({ headers }) => headers["webhook-id"]);
    expect([new Set(ids.slice(0, 3)).size, new Set(ids).size]).toEqual([1, 2]);
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Vitrine (webhook)",
    });
  });
});
