import { fork } from "node:child_process";
import { once } from "node:events";
import { Client } from "undici";
import type { Target } from "./recorded";

const CONNECTIONS = 8;

export type Load = {
  /** Sends the request `count` times over eight connections. Rejects if a response is not 200. */
  send(target: Target, count: number): Promise<void>;
  stop(): void;
};

type Task = { target: Target; count: number };

/** Starts a process that sends requests. */
export function startLoad(): Load {
  const child = fork(process.argv[1] ?? "", ["load"], { execArgv: [] });
  return {
    async send(target, count) {
      child.send({ target, count } satisfies Task);
      const [failure] = await once(child, "message");
      if (failure !== "") throw new Error(`${target.path.slice(0, 80)}: ${failure}`);
    },
    stop: () => void child.kill(),
  };
}

/** The body of that process. */
export function runLoad(): void {
  let visitors = 0;
  /** Gives each connection its own IP address, because visitors have limits. */
  function connect(origin: string): Client {
    visitors += 1;
    const localAddress = `127.${1 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`;
    return new Client(origin, { localAddress });
  }

  process.on("message", async ({ target, count }: Task) => {
    const { origin, path, headers } = target;
    const clients = Array.from({ length: CONNECTIONS }, () => connect(origin));
    let unsent = count;
    const sending = clients.map(async (client) => {
      while (unsent > 0) {
        unsent -= 1;
        const { statusCode, body } = await client.request({ method: "GET", path, headers });
        await body.dump({ limit: Number.POSITIVE_INFINITY });
        if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      }
      await client.close();
    });
    const failure = await Promise.all(sending).then(
      () => "",
      (cause) => String(cause),
    );
    process.send?.(failure);
  });
}
