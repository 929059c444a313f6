import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "@/tests/support/seeded-random";
import { listen, portOf } from "@/tests/support/servers/listen";

/** TCP's first pause before it sends a lost segment again; each further loss doubles it. */
const RETRANSMISSION_MS = 200;

type Condition = { delayMs: number; loss: number };

export type SlowLink = {
  port: number;
  /** Applies at once, also to open connections. */
  set(condition: Condition): void;
  stop(): void;
};

export const SOUND: Condition = { delayMs: 0, loss: 0 };

/**
 * Starts a TCP relay to a port of this machine that delays what the server sends. It acts like
 * `tc netem delay … loss …` on the server's interface, as far as a TCP connection shows it: a lost
 * segment, and all that follow it, arrive after TCP has sent it again. Not every kernel has netem.
 */
export async function startSlowLink(targetPort: number): Promise<SlowLink> {
  const random = seededRandom(7);
  const sockets = new Set<Socket>();
  let { delayMs, loss } = SOUND;

  function transitMs(): number {
    let lostMs = 0;
    for (let pauseMs = RETRANSMISSION_MS; random() < loss; pauseMs *= 2) lostMs += pauseMs;
    return delayMs + lostMs;
  }

  async function forward(from: Socket, to: Socket): Promise<void> {
    let arrived = Promise.resolve();
    for await (const chunk of from) {
      const onItsWay = sleep(transitMs());
      arrived = Promise.all([arrived, onItsWay]).then(() => void to.write(chunk));
    }
    await arrived;
    to.end();
  }

  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ port: targetPort, host: "127.0.0.1", noDelay: true });
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      // As a closed port does, which does not accept first.
      socket.on("error", () => other.resetAndDestroy());
      socket.on("close", () => {
        sockets.delete(socket);
        // What is on its way still arrives.
        setTimeout(() => other.destroy(), delayMs).unref();
      });
    }
    client.pipe(target);
    forward(target, client).catch(() => client.destroy());
  });
  await listen(server);

  return {
    port: portOf(server),
    set(condition) {
      ({ delayMs, loss } = condition);
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
