import { Agent, createServer } from "node:http";
import { cpuMs } from "../support/cpu-time";
import { median } from "../support/measures";
import { atMost, type Verdict } from "../support/verdicts";
import { fetchBare, listen } from "./bare-http";
import { createInstallation } from "./installation";

/** A cached thumbnail: the handler behind `node:http`, and `node:http` with the bytes alone. */
export async function benchWarm(photograph: Buffer, rounds: number): Promise<Verdict> {
  const { thumbnails, end } = createInstallation({ readLibraryImage: async () => photograph });
  const url = `${thumbnails.sign("lib:bench", 320)?.path}320`;
  const answer = async () => {
    const { signal } = new AbortController();
    const headers = new Headers();
    return thumbnails.handle({ headers }, { visitor: "bench", signal, target: url });
  };
  const first = Buffer.from(await (await answer()).arrayBuffer());
  const bare = createServer((_request, response) => void response.end(first));
  const ours = createServer(async (_request, response) => {
    const { status, headers, body } = await answer();
    response.writeHead(status, Object.fromEntries(headers));
    for await (const chunk of body ?? []) response.write(chunk);
    response.end();
  });
  const ports = { bare: await listen(bare), ours: await listen(ours) };
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const cpu = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds + 2; round += 1) {
    for (const name of ["bare", "ours"] as const) {
      const before = cpuMs([]);
      const requests = Array.from({ length: 400 }, () =>
        fetchBare(`http://127.0.0.1:${ports[name]}/`, agent),
      );
      await Promise.all(requests);
      if (round > 1) cpu[name].push(((cpuMs([]) - before) / 400) * 1_000);
    }
  }
  const [o, b] = [median(cpu.ours), median(cpu.bare)];
  agent.destroy();
  bare.close();
  ours.close();
  await end();
  const detail = `${o.toFixed(0)} against ${b.toFixed(0)} µs`;
  return atMost("warm, CPU, bare node:http = 1", o / b, null, { digits: 2, detail });
}
