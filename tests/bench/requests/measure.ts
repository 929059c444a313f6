import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { mainThreadCpuMs, processCpuMs } from "../support/cpu-time";
import { type BadRequest, REQUEST_BYTES_MAX } from "./requests-of";

export const PORT = 4_893;

const ANSWER_MS_MAX = 30_000;
/** The server has settled when its main thread uses less than this in 2 ms. */
const SETTLED_MS = 0.1;
const SETTLE_TRIES_MAX = 50;

/** What requests cost together. */
export type Cost = {
  /** CPU time of the server's main thread. */
  cpuMs: number;
  /** CPU time of all threads of the server, without its decoders. */
  allMs: number;
  /** From the first connection to the end of the last response. */
  wallMs: number;
  /** 0 without a response. */
  statuses: number[];
};

let visitors = 0;

/** Sends a request from a loopback address of its own, so that no limit per visitor applies. */
function send({ method, target, headers, body }: BadRequest): Promise<string> {
  visitors += 1;
  const localAddress = `127.${1 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const lines = Object.entries({
    host: `127.0.0.1:${PORT}`,
    connection: "close",
    ...(body !== undefined && { "content-length": String(body.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  const bytes = body === undefined ? head : Buffer.concat([head, body]);
  if (bytes.length > REQUEST_BYTES_MAX) throw new Error(`${bytes.length} bytes: ${target}`);
  return new Promise((resolve) => {
    const answer: Buffer[] = [];
    const socket = connect({ port: PORT, host: "127.0.0.1", localAddress });
    socket.write(bytes);
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy());
    socket.on("data", (chunk) => answer.push(chunk));
    // A rejected connection may be reset; that closes it too.
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(answer).toString("latin1")));
  });
}

/** Sends requests to the server with the process id `pid` at once, and waits until it has settled. */
export async function measure(requests: readonly BadRequest[], pid: number): Promise<Cost> {
  const beforeMs = mainThreadCpuMs(pid);
  const allBeforeMs = processCpuMs(pid);
  const startMs = performance.now();
  const answers = await Promise.all(requests.map(send));
  const wallMs = performance.now() - startMs;
  let lastMs = mainThreadCpuMs(pid);
  for (let tries = 0; tries < SETTLE_TRIES_MAX; tries += 1) {
    await wait(2);
    const nowMs = mainThreadCpuMs(pid);
    if (nowMs - lastMs < SETTLED_MS) break;
    lastMs = nowMs;
  }
  const statuses = answers.map((answer) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
  return { cpuMs: lastMs - beforeMs, allMs: processCpuMs(pid) - allBeforeMs, wallMs, statuses };
}
