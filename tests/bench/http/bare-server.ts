import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Recorded } from "./recorded";

type BareServer = {
  pid: number;
  origin: string;
  /** Makes the server send this response to every further request. */
  replay(response: Recorded): Promise<void>;
  stop(): void;
};

/** Starts a process with a bare `node:http` server. */
export async function startBareServer(): Promise<BareServer> {
  const child: ChildProcess = fork(process.argv[1] ?? "", ["bare"], {
    serialization: "advanced",
    execArgv: [],
  });
  const [port] = await once(child, "message");
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${port}`,
    async replay(response) {
      child.send(response);
      await once(child, "message");
    },
    stop: () => void child.kill(),
  };
}

/** The body of that process. */
export function runBareServer(): void {
  let recorded: Recorded | null = null;
  process.on("message", (response: Recorded) => {
    recorded = { ...response, body: Buffer.from(response.body) };
    process.send?.("ready");
  });
  const server = createServer((_request, response) => {
    response.writeHead(recorded?.status ?? 500, recorded?.headers);
    response.end(recorded?.body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}
