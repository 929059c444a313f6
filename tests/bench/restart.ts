/**
 * How many requests fail while three servers restart in turn behind a balancer, at 200 requests a
 * second: `npm run bench:restart`, after `npm run build`.
 *
 * `--requests 20000` sets the number of requests, `--rate 200` how many are sent in a second.
 * `--postgres` makes the servers share a PostgreSQL database and nothing else. `--nginx` puts nginx with
 * docs/deploy/nginx.conf in front of them. `--upgrade` begins with the build of the commit before this
 * one, which each server runs until its first restart; `--before FOLDER` with the build in that folder.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { startNginx } from "@/tests/support/servers/nginx";
import { restartUnderLoad } from "@/tests/support/servers/rolling-restart";
import { formsOf } from "./support/failure-forms";
import { say } from "./support/measures";
import { equals, sayVerdicts } from "./support/verdicts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    rate: { type: "string", default: "200" },
    postgres: { type: "boolean", default: false },
    nginx: { type: "boolean", default: false },
    upgrade: { type: "boolean", default: false },
    before: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "vitrine-restart-bench-"));
const before = values.upgrade ? buildCommitBefore() : values.before && resolve(values.before);
const database = values.postgres ? await startPostgresServer() : null;
const { sentCount, failures, exitCodes, paidCount, countedCount } = await restartUnderLoad({
  requestCount: Number(values.requests),
  ratePerSecond: Number(values.rate),
  databaseUrl: database?.url ?? null,
  before,
  ...(values.nginx && { balance: (addresses) => startNginx({ addresses, folder }) }),
});
await database?.remove();
rmSync(folder, { recursive: true, force: true });
for (const failure of failures.slice(0, 50)) say(failure);
say(`${sentCount} requests, of which ${paidCount} searches were paid for. ${formsOf(failures)}`);
sayVerdicts([
  equals("failed requests", failures.length, 0),
  equals("searches counted", countedCount, paidCount),
  equals(`exit codes of ${exitCodes.length} restarts`, [...new Set(exitCodes)].join(", "), "0"),
]);
process.exit();

/** Builds the commit before this one, with the same packages. */
function buildCommitBefore(): string {
  const checkout = join(folder, "before");
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  run(".", "git", "clone", "--quiet", ".", checkout);
  run(checkout, "git", "checkout", "--quiet", "HEAD~1");
  cpSync("node_modules", join(checkout, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  run(checkout, "npm", "run", "build");
  return checkout;
}
