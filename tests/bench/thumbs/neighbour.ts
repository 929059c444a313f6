import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createThumbnails } from "@/lib/server/thumbnails/create-thumbnails";
import { listen } from "./bare-http";

/** How long pictures of one host take while another host hangs, beside how long they take else. */
export async function benchNeighbour(
  photograph: Buffer,
  { rounds, print }: { rounds: number; print: (line: string) => void },
): Promise<void> {
  const quick = createServer((_request, response) => void response.end(photograph));
  const hanging = createServer(() => {});
  const ports = { quick: await listen(quick), hanging: await listen(hanging) };
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
  const thumbnails = createThumbnails({
    keys: ["a key for the bench, thirty-two bytes or more"],
    dataDir,
    cacheBytesMax: 1e9,
    ownHosts: [],
    allowedPrivateHosts: Object.values(ports).map((port) => `127.0.0.1:${port}`),
    allowPlainHttpAfterHttps: false,
    openLibraryPicture: async () => null,
    clientLimits: { perMinute: 1e9, perTenMinutes: 1e9, bytesPerTenMinutes: 1e12 },
  });
  let asked = 0;
  const ask = async (port: number, signal: AbortSignal) => {
    asked += 1;
    const address = thumbnails.sign(`http://127.0.0.1:${port}/${asked}`, 160);
    const headers = { accept: "image/webp" };
    const request = new Request(`http://vitrine.example${address}`, { headers });
    await (await thumbnails.handle(request, { client: "bench", signal })).arrayBuffer();
  };
  const never = new AbortController().signal;
  const times = { idle: [] as number[], hanging: [] as number[] };
  // The first turn of each is until the code is compiled.
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const name of ["idle", "hanging"] as const) {
      const leaving = new AbortController();
      const hangs = Array.from({ length: name === "hanging" ? 52 : 0 }, () =>
        ask(ports.hanging, leaving.signal),
      );
      for (let n = 0; n < 40; n += 1) {
        const startMs = performance.now();
        await ask(ports.quick, never);
        if (round > 0) times[name].push(performance.now() - startMs);
      }
      leaving.abort();
      await Promise.all(hangs);
    }
  }
  const p95 = (values: number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
  const [h, i] = [p95(times.hanging), p95(times.idle)];
  print("\nOne host's pictures while another hangs with all places it may have, without that = 1");
  print(`  p95   ${(h / i).toFixed(2)}  (${h.toFixed(1)} against ${i.toFixed(1)} ms)`);
  thumbnails.close();
  quick.close();
  hanging.closeAllConnections();
  hanging.close();
  await thumbnails.settled();
  rmSync(dataDir, { recursive: true, force: true });
}
