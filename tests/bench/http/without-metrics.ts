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

/** Replaces `prom-client`. */
const NOTHING = `
class Nothing {
  static OPENMETRICS_CONTENT_TYPE = "";
  static PROMETHEUS_CONTENT_TYPE = "";
  setContentType() {}
  labels() { return this; }
  inc() {}
  observe() {}
}
export { Nothing as Counter, Nothing as Gauge, Nothing as Histogram, Nothing as Registry };
export default () => {};
`;

/** Returns a folder with the build of another one, whose server counts nothing. */
export function copyWithoutMetrics(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "vitrine-bench-uncounted-"));
  for (const name of readdirSync(folder)) {
    if (name !== ".programs") symlinkSync(resolve(folder, name), join(copy, name));
  }
  const programs = join(copy, ".programs");
  mkdirSync(programs);
  for (const name of readdirSync(join(folder, ".programs"))) {
    if (name !== "server.mjs")
      symlinkSync(resolve(folder, ".programs", name), join(programs, name));
  }
  const server = readFileSync(join(folder, ".programs", "server.mjs"), "utf8");
  const uncounted = server.replaceAll(/from "prom-client[^"]*"/g, 'from "./nothing.mjs"');
  if (uncounted === server) throw new Error("The server does not import prom-client.");
  writeFileSync(join(programs, "server.mjs"), uncounted);
  writeFileSync(join(programs, "nothing.mjs"), NOTHING);
  return copy;
}
