/** Measures the CPU time of a command with everything that it starts. */
import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/** Joins the control group `$0`, if any; then writes to descriptor 3 what POSIX's `times` says. */
const TIMED =
  '[ -z "$0" ] || echo $$ > "$0/cgroup.procs"; "$@" 3>&-; code=$?; times >&3; exit $code';

let groupCount = 0;

/**
 * A control group of Linux counts every process; a new one needs rights that root has. Otherwise the
 * shell counts the processes whose parent waited for their end, which most of a browser's do not have.
 *
 * @returns `timed`, the command that runs `command` and writes what the shell counts to descriptor 3;
 *   `end`, which takes that text, and returns the seconds and whether they are complete
 */
export function measureCpu(command) {
  const group = newControlGroup();
  return {
    timed: ["sh", "-c", TIMED, group?.folder ?? "", ...command],
    end(times) {
      if (group === null) return { seconds: childSecondsIn(times), isComplete: false };
      const seconds = group.seconds();
      try {
        rmdirSync(group.folder);
      } catch {
        // A process of it still runs.
      }
      return { seconds, isComplete: true };
    },
  };
}

function newControlGroup() {
  if (process.platform !== "linux") return null;
  groupCount += 1;
  const name = `vitrine-verify-${process.pid}-${groupCount}`;
  const groups = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  for (const [, controllers, path] of groups.map((line) => line.split(":"))) {
    const isAccount = controllers.split(",").includes("cpuacct");
    if (!isAccount && controllers !== "") continue;
    const folder = join("/sys/fs/cgroup", isAccount ? "cpuacct" : "", path, name);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    // Version 1 counts in nanoseconds, version 2 in microseconds.
    const file = join(folder, isAccount ? "cpuacct.usage" : "cpu.stat");
    if (!existsSync(file)) continue;
    const perSecond = isAccount ? 1e9 : 1e6;
    const seconds = () => Number(/\d+/.exec(readFileSync(file, "utf8"))?.[0]) / perSecond;
    return { folder, seconds };
  }
  return null;
}

/** Reads the second line of `times`: the user and system time of the children, as in `1m2.30s 0m0.45s`. */
function childSecondsIn(times) {
  const [, line = ""] = times.split("\n");
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((total, [, minutes, seconds]) => total + minutes * 60 + Number(seconds), 0);
}
