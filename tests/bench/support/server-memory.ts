import { readdirSync, readFileSync } from "node:fs";
import { WebSocket } from "undici";
import { descendants } from "./cpu-time";

/** The memory of a server's process in bytes, and its open files. */
export type ServerMemory = {
  /** JavaScript's heap after a garbage collection. */
  heap: number;
  /** Buffers outside of the heap, after it. */
  external: number;
  rss: number;
  /** RSS of the processes that decode images. */
  decoders: number;
  files: number;
};

/**
 * Opens the debugger of a Node process that was started with `--inspect-port` in NODE_OPTIONS; the
 * port must be free.
 */
export async function openDebugger(pid: number, port: number) {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await debuggerUrl(port));
  const waiting = new Map<number, (result: { value: string }) => void>();
  const listeners = new Set<(method: string, params: { chunk: string }) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, method, params } = JSON.parse(String(data));
    if (id === undefined) for (const listener of listeners) listener(method, params);
    waiting.get(id)?.(result?.result ?? {});
    waiting.delete(id);
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));

  function call(method: string, params: object = {}): Promise<{ value: string }> {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<{ value: string }>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }

  return {
    /** Collects garbage, then measures. */
    async measure(): Promise<ServerMemory> {
      const rss = rssOf(pid);
      await call("HeapProfiler.collectGarbage");
      const expression = "JSON.stringify(process.memoryUsage())";
      const { value } = await call("Runtime.evaluate", { expression, returnByValue: true });
      const { heapUsed, external } = JSON.parse(value);
      const decoders = descendants(pid).reduce((sum, child) => sum + rssOf(child), 0);
      const files = readdirSync(`/proc/${pid}/fd`).length;
      return { heap: heapUsed, external, rss, decoders, files };
    },
    /** Writes a heap snapshot, which Chromium's developer tools compare. */
    async snapshot(write: (chunk: string) => void): Promise<void> {
      const listener = (method: string, { chunk }: { chunk: string }) => {
        if (method === "HeapProfiler.addHeapSnapshotChunk") write(chunk);
      };
      listeners.add(listener);
      await call("HeapProfiler.takeHeapSnapshot");
      listeners.delete(listener);
    },
    close: () => socket.close(),
  };
}

async function debuggerUrl(port: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (response) => response.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    if (targets[0] !== undefined) return targets[0].webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no debugger on port ${port}`);
}

/** Returns 0 for a process that has ended. */
function rssOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
