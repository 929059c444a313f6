import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong between a client and the server behind the relay; `down` needs no connection. */
export type Fault =
  | { kind: "none" }
  /** Nobody listens. */
  | { kind: "down" }
  /** Every piece of the answer comes so much later. */
  | { kind: "latency"; ms: number }
  /** The connection is reset after so many bytes of the answer. */
  | { kind: "reset"; afterBytes: number }
  /** The answer ends, properly closed, after so many bytes. */
  | { kind: "truncated"; afterBytes: number }
  /** The answer comes in pieces of so many bytes, with a pause between. */
  | { kind: "sliced"; bytes: number; pauseMs: number }
  /** The answer comes, but the connection stays open for so long after it. */
  | { kind: "slow close"; ms: number }
  /** The request goes through, and nothing comes back, ever. */
  | { kind: "timeout" };

export type FaultRelay = {
  port: number;
  setFault(fault: Fault): Promise<void>;
  stop(): Promise<void>;
};

/** A TCP relay on 127.0.0.1 in front of `targetPort`; faults hold for connections made after. */
export async function startFaultRelay(targetPort: number): Promise<FaultRelay> {
  let fault: Fault = { kind: "none" };
  let server: Server | null = null;
  const sockets = new Set<Socket>();
  const port = await listen(0);

  async function listen(wanted: number): Promise<number> {
    const listening = createServer({ allowHalfOpen: true }, (client) => relay(client, fault));
    await new Promise<void>((resolve) => listening.listen(wanted, "127.0.0.1", resolve));
    server = listening;
    return (listening.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    const closing = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) =>
      closing === null ? resolve() : closing.close(() => resolve()),
    );
  }

  function relay(client: Socket, now: Fault): void {
    const target = connect(targetPort, "127.0.0.1");
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.pipe(target);
    client.on("close", () => target.destroy());
    if (now.kind !== "timeout") void answer(target, client, now);
    else target.resume();
  }

  return {
    port,
    async setFault(next) {
      fault = next;
      // Kept connections would go on as before.
      for (const socket of sockets) socket.destroy();
      if (next.kind === "down") await close();
      else if (server === null) await listen(port);
    },
    stop: close,
  };
}

async function answer(target: Socket, client: Socket, fault: Fault): Promise<void> {
  let sentBytes = 0;
  try {
    for await (const chunk of target as AsyncIterable<Buffer>) {
      if (fault.kind === "latency") await sleep(fault.ms);
      if (fault.kind === "reset" || fault.kind === "truncated") {
        const rest = fault.afterBytes - sentBytes;
        if (chunk.length >= rest) {
          client.write(chunk.subarray(0, rest), () =>
            fault.kind === "reset" ? client.resetAndDestroy() : client.end(),
          );
          return;
        }
      }
      await write(client, chunk, fault);
      sentBytes += chunk.length;
    }
    if (fault.kind === "slow close") await sleep(fault.ms);
    client.end();
  } catch {
    client.destroy();
  }
}

async function write(client: Socket, chunk: Buffer, fault: Fault): Promise<void> {
  const size = fault.kind === "sliced" ? fault.bytes : chunk.length;
  for (let at = 0; at < chunk.length && !client.destroyed; at += size) {
    client.write(chunk.subarray(at, at + size));
    if (fault.kind === "sliced") await sleep(fault.pauseMs);
  }
}
