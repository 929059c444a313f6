import { fork } from "node:child_process";
import { Agent, get } from "node:http";
import { getPriority, setPriority } from "node:os";

type WorkKind = "page" | "search" | "warm thumbnail" | "cold thumbnail";

/** One request of a load, from the loopback address of its visitor. */
export type Shot = { kind: WorkKind; path: string; accept?: string; visitor: string };

/** A closed load sends the next request on a connection after the response to the last one. */
export type Load =
  | { mode: "closed"; port: number; connections: number; shots: readonly Shot[] }
  /** An open load sends at a fixed rate, whatever the server does. */
  | { mode: "open"; port: number; perSecond: number; shots: readonly Shot[] };

/** The results of the requests of one kind. `seconds`: of the first refusal, since the start. */
export type Outcome = {
  sent: number;
  byStatus: Record<string, number>;
  okMs: number[];
  firstBusySeconds: number | null;
};

export type LoadReport = { seconds: number; kinds: Partial<Record<WorkKind, Outcome>> };

const TIMEOUT_MS = 30_000;
const TICK_MS = 5;
const LOWER_PRIORITY = 5;

/** Creates clients with separate connections; to the server, each loopback address is a visitor. */
export function createClients(port: number) {
  const agents = new Map<string, Agent>();
  const agentOf = (visitor: string) => {
    const known = agents.get(visitor);
    if (known !== undefined) return known;
    const agent = new Agent({ keepAlive: true, localAddress: visitor } as object);
    agents.set(visitor, agent);
    return agent;
  };
  return {
    /** Sends one request; returns the status, or 0 for a broken connection, and the duration. */
    send: ({ path, accept, visitor }: Omit<Shot, "kind">) =>
      new Promise<{ status: number; ms: number; body: () => Buffer }>((resolve) => {
        const startMs = performance.now();
        const chunks: Buffer[] = [];
        const end = (status: number) =>
          resolve({ status, ms: performance.now() - startMs, body: () => Buffer.concat(chunks) });
        const headers = {
          accept: accept ?? "*/*",
          "sec-fetch-site": "same-origin",
          "sec-fetch-mode": "navigate",
          ...(path.startsWith("/api/") ? {} : { "accept-encoding": "br" }),
        };
        const options = { host: "127.0.0.1", port, path, agent: agentOf(visitor), headers };
        const request = get(options, (response) => {
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("close", () => end(response.complete ? (response.statusCode ?? 0) : 0));
        });
        request.setTimeout(TIMEOUT_MS, () => request.destroy());
        request.on("error", () => end(0));
      }),
    close() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** The body of the load process: runs one load until the parent ends it. */
export function runLoadProcess(): void {
  // The load must not slow down the server or the measured visitor.
  setPriority(getPriority() + LOWER_PRIORITY);
  // The parent has exited, perhaps with an error.
  process.once("disconnect", () => process.exit());
  process.once("message", (load: Load) => {
    const stop = start(load);
    process.once("message", () => {
      process.send?.(stop(), () => process.exit());
    });
  });
}

function start(load: Load): () => LoadReport {
  const clients = createClients(load.port);
  const startMs = performance.now();
  const kinds: LoadReport["kinds"] = {};
  let isStopped = false;
  let next = 0;

  async function shoot(): Promise<void> {
    const shot = load.shots[next % load.shots.length] as Shot;
    next += 1;
    kinds[shot.kind] ??= { sent: 0, byStatus: {}, okMs: [], firstBusySeconds: null };
    const outcome = kinds[shot.kind] as Outcome;
    outcome.sent += 1;
    const { status, ms } = await clients.send(shot);
    outcome.byStatus[status] = (outcome.byStatus[status] ?? 0) + 1;
    if (status === 200) outcome.okMs.push(ms);
    if (status === 503) outcome.firstBusySeconds ??= (performance.now() - startMs) / 1_000;
  }

  if (load.mode === "closed") {
    for (let n = 0; n < load.connections; n += 1) {
      void (async () => {
        while (!isStopped) await shoot();
      })();
    }
  } else {
    const timer = setInterval(() => {
      if (isStopped) return clearInterval(timer);
      const due = ((performance.now() - startMs) / 1_000) * load.perSecond;
      while (next < due) void shoot();
    }, TICK_MS);
  }
  return () => {
    isStopped = true;
    return { seconds: (performance.now() - startMs) / 1_000, kinds };
  };
}

/** Starts a load in a process of low priority; `stop` ends it and returns the results. */
export function startLoad(load: Load): { stop(): Promise<LoadReport> } {
  const child = fork(process.argv[1] as string, ["load"]);
  child.send(load);
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        child.once("message", (report) => resolve(report as LoadReport));
        child.once("exit", () => reject(new Error("the load process ended")));
        child.once("error", reject);
        child.send("stop");
      }),
  };
}
