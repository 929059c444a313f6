import { createServer } from "node:http";
import { quantile } from "../support/measures";
import { listen } from "./bare-http";
import { createInstallation, type Installation } from "./installation";

/** All that one host may have: 4 fetches that run and 48 that wait. */
const HANGING = 52;

/**
 * How long pictures of one host take beside a host that hangs, and without one: two installations
 * at once, asked in turns, so that whatever else the machine does happens to both.
 */
export async function benchNeighbour(
  photograph: Buffer,
  { rounds, print }: { rounds: number; print: (line: string) => void },
): Promise<void> {
  const quick = createServer((_request, response) => void response.end(photograph));
  const hanging = createServer(() => {});
  const ports = { quick: await listen(quick), hanging: await listen(hanging) };
  const hosts = Object.values(ports).map((port) => `127.0.0.1:${port}`);
  // It hangs for as long as the bench takes.
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
      // The first are until the code is compiled.
      if (n >= 20) times[name].push(performance.now() - startMs);
    }
  }
  const [t, q] = [quantile(times.troubled, 0.95), quantile(times.quiet, 0.95)];
  print("\nOne host's pictures while another hangs with all places it may have, without that = 1");
  print(`  p95   ${(t / q).toFixed(2)}  (${t.toFixed(1)} against ${q.toFixed(1)} ms)`);

  for (const each of leaving) each.abort();
  await Promise.all(hangs);
  for (const server of [quick, hanging]) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([troubled.end(), quiet.end()]);
}

/** Asks for another picture each time. */
function asker() {
  let asked = 0;
  return async (
    { thumbnails }: Installation,
    port: number,
    { signal } = new AbortController(),
  ): Promise<void> => {
    asked += 1;
    const url = `${thumbnails.sign(`http://127.0.0.1:${port}/${asked}`, 160)?.path}160`;
    const headers = { accept: "image/webp" };
    const request = new Request(`http://vitrine.example${url}`, { headers });
    await (await thumbnails.handle(request, { client: "bench", signal })).arrayBuffer();
  };
}
