/**
 * How many requests fail while three servers restart in turn behind a balancer, at 200 requests a
 * second: `npm run bench:restart`, after `npm run build`.
 *
 * `--requests 20000` sets the number of requests. `--postgres` makes the servers share a PostgreSQL
 * database and nothing else.
 */
import { parseArgs } from "node:util";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { restartUnderLoad } from "@/tests/support/servers/rolling-restart";
import { say } from "./support/measures";
import { equals, sayVerdicts } from "./support/verdicts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    postgres: { type: "boolean", default: false },
  },
});
const database = values.postgres ? await startPostgresServer() : null;
const { sentCount, failures, exitCodes, paidCount } = await restartUnderLoad({
  requestCount: Number(values.requests),
  ratePerSecond: 200,
  databaseUrl: database?.url ?? null,
});
await database?.remove();
for (const failure of failures) say(failure);
say(`${sentCount} requests, of which ${paidCount} searches were paid for`);
sayVerdicts([
  equals("failed requests", failures.length, 0),
  equals(`exit codes of ${exitCodes.length} restarts`, [...new Set(exitCodes)].join(", "), "0"),
]);
process.exit();
