import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Returns the ids of a process's descendants, by default this one's; none without /proc. Skips
 * processes that exit while /proc is read.
 */
export function descendants(of = process.pid): number[] {
  const parents = new Map<number, number>();
  for (const name of existsSync("/proc/self/stat") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(statOf(Number(name))[1]));
    } catch {
      // The process has just exited.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === of || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

/** Returns the fields of /proc/<pid>/stat after the process name. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Returns the CPU time of this process and of `pids`, which the kernel counts in steps of 10 ms. */
export function cpuMs(others: number[]): number {
  const { user, system } = process.cpuUsage();
  const theirs = others.map((pid) => {
    const stat = statOf(pid);
    return (Number(stat[11]) + Number(stat[12])) * 10;
  });
  return (user + system) / 1_000 + theirs.reduce((sum, ms) => sum + ms, 0);
}

/** Returns the CPU time used by all threads of a process, to the nanosecond (Linux only). */
export function processCpuMs(pid: number): number {
  const ids = readdirSync(`/proc/${pid}/task`);
  const ns = ids.map((id) => {
    const [running] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ");
    return Number(running);
  });
  return ns.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** Waits until this process and its descendants use less than a tenth of a CPU; at most 20 s. */
export async function untilIdle(): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const beforeMs = cpuMs(descendants());
    await new Promise((done) => setTimeout(done, 500));
    if (cpuMs(descendants()) - beforeMs < 50) return;
  }
}

/** Returns the CPU time used by the main thread of a process, to the nanosecond (Linux only). */
export function mainThreadCpuMs(pid: number): number {
  const [running] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(running) / 1e6;
}
