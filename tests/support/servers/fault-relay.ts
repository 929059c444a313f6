import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A fault between a client and the server behind the relay. */
export type Fault =
  | { kind: "none" }
  /** The port is closed. */
  | { kind: "down" }
  /** Delays each chunk of the response by `ms`. */
  | { kind: "latency"; ms: number }
  /** Resets the connection after `afterBytes` of the response. */
  | { kind: "reset"; afterBytes: number }
  /** Closes the connection normally after `afterBytes` of the response. */
  | { kind: "truncated"; afterBytes: number }
  /** Sends the response in chunks of `bytes` with a pause between them. */
  | { kind: "sliced"; bytes: number; pauseMs: number }
  /** Sends the whole response, then keeps the connection open for `ms`. */
  | { kind: "slow close"; ms: number }
  /** Forwards the request and never responds. */
  | { kind: "timeout" };

export type FaultRelay = {
  port: number;
  setFault(fault: Fault): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a TCP relay on 127.0.0.1 to `targetPort`. A fault applies to connections opened after it. */
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
      // Keep-alive connections would not see the new fault.
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
