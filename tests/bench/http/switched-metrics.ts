import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The functions of the metrics (lib/http/metrics.ts) that a cached search calls. */
const COUNTING = [
  "answered({ route, status, seconds, requestId, traceId }) {",
  "served({ from, staleReason }) {",
];

/**
 * Copies a build into a new folder, which it returns. The signal SIGUSR2 turns the counting of the copy's
 * server off, and on again. Two processes of one program differ by more than what metrics cost.
 */
export function copyWithSwitch(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "vitrine-bench-switched-"));
  for (const name of readdirSync(folder)) {
    if (name !== ".programs") symlinkSync(resolve(folder, name), join(copy, name));
  }
  const programs = join(copy, ".programs");
  mkdirSync(programs);
  for (const name of readdirSync(join(folder, ".programs"))) {
    if (name !== "server.mjs")
      symlinkSync(resolve(folder, ".programs", name), join(programs, name));
  }
  let server = readFileSync(join(folder, ".programs", "server.mjs"), "utf8");
  for (const beginning of COUNTING) {
    if (!server.includes(beginning)) throw new Error(`The server has no ${beginning}`);
    server = server.replace(beginning, `${beginning} if (globalThis.isUncounted) return;`);
  }
  const onSignal = "() => { globalThis.isUncounted = !globalThis.isUncounted; }";
  writeFileSync(join(programs, "server.mjs"), `process.on("SIGUSR2", ${onSignal});\n${server}`);
  return copy;
}
