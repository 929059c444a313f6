import { createServer } from "node:http";
import { quantile } from "../support/measures";
import { atMost, type Verdict } from "../support/verdicts";
import { listen } from "./bare-http";
import { createInstallation, type Installation } from "./installation";

/** The most fetches that one host may have: 4 running and 48 queued. */
const HANGING = 52;

/**
 * Measures the latency of images from one host while another host hangs, compared with no hanging
 * host. Two installations take turns, so that other load affects both.
 */
export async function benchNeighbour(photograph: Buffer, rounds: number): Promise<Verdict> {
  const quick = createServer((_request, response) => void response.end(photograph));
  const hanging = createServer(() => {});
  const ports = { quick: await listen(quick), hanging: await listen(hanging) };
  const hosts = Object.values(ports).map((port) => `127.0.0.1:${port}`);
  // Longer than the benchmark runs.
  const deadlines = { firstByteMs: 600_000, wholeMs: 600_000 };
  const create = () => createInstallation({ allowedPrivateHosts: hosts, deadlines });
  const [troubled, quiet] = [create(), create()];
  const ask = asker();
  const leaving = Array.from({ length: HANGING }, () => new AbortController());
  const hangs = leaving.map((visitor) => ask(troubled, ports.hanging, visitor));

  const times = { troubled: [] as number[], quiet: [] as number[] };
  for (let n = 0; n < rounds * 40 + 20; n += 1) {
    for (const [name, installation] of [
      ["troubled", troubled],
      ["quiet", quiet],
    ] as const) {
      const startMs = performance.now();
      await ask(installation, ports.quick);
      // The first requests warm up the code.
      if (n >= 20) times[name].push(performance.now() - startMs);
    }
  }
  const [t, q] = [quantile(times.troubled, 0.95), quantile(times.quiet, 0.95)];

  for (const each of leaving) each.abort();
  await Promise.all(hangs);
  for (const server of [quick, hanging]) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([troubled.end(), quiet.end()]);
  const detail = `${t.toFixed(1)} against ${q.toFixed(1)} ms`;
  return atMost("p95 while another host hangs", t / q, null, { digits: 2, detail });
}

/** Returns a function that requests a different image with each call. */
function asker() {
  let asked = 0;
  return async (
    { thumbnails }: Installation,
    port: number,
    { signal } = new AbortController(),
  ): Promise<void> => {
    asked += 1;
    const target = `${thumbnails.sign(`http://127.0.0.1:${port}/${asked}`, 160)?.path}160`;
    const headers = new Headers({ accept: "image/webp" });
    const answer = await thumbnails.handle({ headers }, { visitor: "bench", signal, target });
    await answer.arrayBuffer();
  };
}
