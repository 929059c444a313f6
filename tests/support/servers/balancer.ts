import { Agent, type IncomingMessage, request } from "node:http";

export type Balancer = {
  /**
   * Sends a GET, or a form that a page of ours posts, to the next ready server. Never repeats it.
   * Rejects where the connection fails.
   */
  send(path: string, visitor: string, form?: string): Promise<{ status: number; body: Buffer }>;
  /** Whether the last check of the server at `address` found it ready. */
  isReady(address: string): boolean;
  stop(): void;
};

const CHECK_TIMEOUT_MS = 2_000;

/**
 * A load balancer: round robin over the servers whose `/readyz` answered 200 at the last check, over
 * connections that it keeps open, like nginx's `upstream` with `keepalive`.
 *
 * @param checkMs the pause between two checks of a server
 */
export function startBalancer(addresses: readonly string[], checkMs: number): Balancer {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let isStopped = false;
  let turn = 0;

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
    async send(path, visitor, form) {
      const servers = [...ready];
      const server = servers[turn % servers.length];
      turn += 1;
      if (server === undefined) throw new Error("no server is ready");
      const headers = {
        host: "localhost",
        "x-forwarded-for": visitor,
        ...(form !== undefined && {
          origin: "http://localhost",
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": form.length,
        }),
      };
      const method = form === undefined ? "GET" : "POST";
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(server + path, { agent, method, headers }, resolve);
        sent.once("error", reject).end(form);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
    },
    isReady: (address) => ready.has(address),
    stop() {
      isStopped = true;
      agent.destroy();
    },
  };
}
