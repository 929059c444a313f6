/**
 * How often a fleet decodes a picture: three instances on one PostgreSQL database behind nginx with
 * docs/deploy/nginx.conf. All pictures are requested three times at once, so that each instance could
 * get each of them: `npm run bench:fleet`, after `npm run build`.
 *
 * `--pictures 2000` sets their number.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import sharp from "sharp";
import { type Installation, startInstallation } from "@/tests/e2e/support/installation";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { startNginx } from "@/tests/support/servers/nginx";
import { readMetrics } from "@/tests/support/servers/read-metrics";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";
import { say } from "./support/measures";
import { equals, sayVerdicts } from "./support/verdicts";

const INSTANCES = 3;
const AT_ONCE = 24;
const METRICS_TOKEN = "a token of this benchmark";

const { values } = parseArgs({ options: { pictures: { type: "string", default: "2000" } } });
const count = Number(values.pictures);
const folder = mkdtempSync(join(tmpdir(), "vitrine-fleet-"));
const pictures = join(folder, "pictures");
mkdirSync(pictures);
for (let number = 1; number <= count; number += 1) {
  // Unequal in every cell, so that no two are copies of one picture.
  const noise = { type: "gaussian", mean: 64 + ((number * 37) % 128), sigma: 60 } as const;
  const create = { width: 320, height: 240, channels: 3, background: "#808080", noise } as const;
  await sharp({ create })
    .jpeg({ quality: 60 })
    .toFile(join(pictures, `picture-${number}.jpg`));
}

const database = await startPostgresServer();
const secrets = sharedSecrets();
const servers: Installation[] = [];
for (let index = 0; index < INSTANCES; index += 1) {
  servers.push(
    await startInstallation(
      {
        ...secrets,
        DATABASE_URL: database.url,
        VITRINE_LIBRARY_DIRS: pictures,
        VITRINE_GROUP_DUPLICATES: "off",
        VITRINE_TRUSTED_PROXIES: "1",
        VITRINE_METRICS_TOKEN: METRICS_TOKEN,
      },
      join(folder, String(index)),
    ),
  );
}
const nginx = await startNginx({ addresses: servers.map(({ address }) => address), folder });
const { address } = nginx;
try {
  const paths = await thumbnailPaths(servers[0]?.address ?? "");
  say(`${paths.length} thumbnails of ${count} pictures`);
  const before = await madeCounts();
  const limit = pLimit(AT_ONCE);
  const statuses = await Promise.all(
    paths.flatMap((path, index) =>
      // The three requests for a picture follow each other at once.
      Array.from({ length: INSTANCES }, (_, visitor) =>
        limit(async () => {
          const response = await fetch(`${address}${path}`, {
            headers: {
              accept: visitor === 0 ? "image/avif,image/webp,*/*" : "image/webp;q=0.8, image/avif",
              "x-forwarded-for": `203.0.113.${(index + visitor) % 250}`,
            },
          });
          await response.arrayBuffer();
          return response.status;
        }),
      ),
    ),
  );
  const made = (await madeCounts()).map((after, index) => after - (before[index] ?? 0));
  say(`made by each instance: ${made.join(", ")}`);
  sayVerdicts([
    equals("pictures found", paths.length, count),
    equals("responses that are not 200", statuses.filter((status) => status !== 200).length, 0),
    equals(
      "thumbnails made by the fleet",
      made.reduce((sum, one) => sum + one, 0),
      count,
    ),
  ]);
} finally {
  await nginx.stop();
  for (const server of servers) await server.stop();
  await database.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

/** Returns the path of the smallest thumbnail of each picture, when all are in the library. */
async function thumbnailPaths(server: string): Promise<string[]> {
  const giveUpAtMs = Date.now() + 300_000;
  for (;;) {
    const { pictureCount } = (await (await fetch(`${server}/api/service`)).json()) as {
      pictureCount: number;
    };
    if (pictureCount === count) break;
    if (Date.now() > giveUpAtMs) throw new Error(`the scan found ${pictureCount} pictures`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const smallest = new Map<string, string>();
  for (let page = 1; page <= Math.ceil(count / 48); page += 1) {
    const html = await (await fetch(`${server}/library?page=${page}`)).text();
    for (const [path, base = "", width = ""] of html.matchAll(
      /(\/thumb\/[^"\s]+\/)(\d+)(?=[\s"])/g,
    )) {
      const known = smallest.get(base);
      if (known === undefined || Number(width) < Number(known.slice(base.length))) {
        smallest.set(base, path);
      }
    }
  }
  return [...smallest.values()];
}

async function madeCounts(): Promise<number[]> {
  return Promise.all(
    servers.map(async (server) => {
      const metrics = await readMetrics(server.address, METRICS_TOKEN);
      return metrics.get("vitrine_thumbnail_made_total") ?? 0;
    }),
  );
}
