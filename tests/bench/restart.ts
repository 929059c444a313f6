/**
 * `npm run bench:restart`, after `npm run build`: counts the requests that fail while three servers
 * restart in turn behind a balancer, at 200 requests a second. Exits with 1 if one fails.
 *
 * `--requests 20000` sets the number of requests. `--postgres` makes the servers share a PostgreSQL
 * database and nothing else.
 */
import { parseArgs } from "node:util";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { restartUnderLoad } from "@/tests/support/servers/rolling-restart";

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
for (const failure of failures) process.stdout.write(`${failure}\n`);
process.stdout.write(
  `${failures.length} of ${sentCount} requests failed during ${exitCodes.length} restarts ` +
    `(exit codes: ${[...new Set(exitCodes)].join(", ")}); ${paidCount} searches were paid for.\n`,
);
process.exit(failures.length === 0 && exitCodes.every((code) => code === 0) ? 0 : 1);
