import { Agent, type IncomingMessage, request } from "node:http";

/** A GET, or a form that a page of ours posts; `key` is an API key. */
export type Sent = { path: string; form?: string; key?: string };
type Received = { status: number; body: Buffer };

export type Readiness = {
  /** The servers that the last check found ready. */
  ready: ReadonlySet<string>;
  /** Whether the last check of the server at `address` found it ready. */
  isReady(address: string): boolean;
  stop(): void | Promise<void>;
};

export type Balancer = Readiness & {
  /**
   * Sends a GET, or a form that a page of ours posts, to the next ready server. Never repeats it.
   * Rejects where the connection fails.
   */
  send(sent: Sent, visitor: string): Promise<Received>;
};

/** Longer than a check takes on a slow machine. */
const CHECK_TIMEOUT_MS = 10_000;

/** Asks each server for `/readyz`, with a pause of `checkMs` between two checks. */
export function watchReadiness(addresses: readonly string[], checkMs: number): Readiness {
  const ready = new Set<string>();
  let isStopped = false;

  async function check(address: string): Promise<void> {
    while (!isStopped) {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      const isReady = await fetch(`${address}/readyz`, { signal }).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) ready.add(address);
      else ready.delete(address);
      await new Promise((resolve) => setTimeout(resolve, checkMs));
    }
  }
  for (const address of addresses) void check(address);

  return {
    ready,
    isReady: (address) => ready.has(address),
    stop() {
      isStopped = true;
    },
  };
}

/**
 * A load balancer: round robin over the servers whose `/readyz` answered 200 at the last check, over
 * connections that it keeps open, like nginx's `upstream` with `keepalive`.
 *
 * @param checkMs the pause between two checks of a server
 */
export function startBalancer(addresses: readonly string[], checkMs: number): Balancer {
  const agent = new Agent({ keepAlive: true });
  const readiness = watchReadiness(addresses, checkMs);
  let turn = 0;
  return {
    ...readiness,
    async send(sent, visitor) {
      const servers = [...readiness.ready];
      const server = servers[turn % servers.length];
      turn += 1;
      if (server === undefined) throw new Error("no server is ready");
      return exchange(server, sent, agent, { "x-forwarded-for": visitor });
    },
    stop() {
      readiness.stop();
      agent.destroy();
    },
  };
}

/** Sends a request to a server, and returns the whole response. */
export async function exchange(
  server: string,
  { path, form, key }: Sent,
  agent: Agent,
  forwarded: Record<string, string> = {},
): Promise<Received> {
  const headers = {
    host: "localhost",
    ...forwarded,
    ...(key !== undefined && { "x-api-key": key }),
    ...(form !== undefined && {
      origin: "http://localhost",
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": form.length,
    }),
  };
  const method = form === undefined ? "GET" : "POST";
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(server + path, { agent, method, headers }, resolve)
      .once("error", reject)
      .end(form);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
}
