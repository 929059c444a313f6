import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { ThumbnailWidthPx } from "@/lib/core/image/thumbnail-width";
import { encodeSetting } from "@/lib/decoding/encode-settings";
import { cpuMs, descendants } from "../support/cpu-time";
import { median } from "../support/measures";
import { atMost, type Verdict } from "../support/verdicts";
import { fetchBare, listen } from "./bare-http";
import { makePlain, makeSame } from "./bare-sharp";
import { createInstallation } from "./installation";

/**
 * Measures the first request of an image: fetch, decode, encode. Compares it with a plain fetch and
 * plain sharp, with the defaults of `next/image` and with the product's settings. The difference to
 * the latter is the cost of isolation.
 */
export async function benchCold(
  photographs: readonly Buffer[],
  { widthPx, rounds }: { widthPx: ThumbnailWidthPx; rounds: number },
): Promise<Verdict[]> {
  const host = createServer((request, response) => {
    response.end(photographs[Number(request.url?.split("/")[1])]);
  });
  const port = await listen(host);
  const { thumbnails, end } = createInstallation({
    allowedPrivateHosts: [`127.0.0.1:${port}`],
    // One decoder, because the CPU time of a second is not counted.
    decoderLimits: { processes: 1 },
  });
  const setting = encodeSetting("avif", "quick", widthPx);
  const contenders = {
    ours: async (url: string) => {
      const path = `${thumbnails.sign(url, widthPx)?.path}${widthPx}`;
      const headers = { accept: "image/avif,image/webp,*/*" };
      const { signal } = new AbortController();
      const response = await thumbnails.handle(
        { headers: new Headers(headers) },
        { visitor: "bench", signal, target: path },
      );
      if (response.status !== 200) throw new Error(`thumbnails answered ${response.status}`);
      await response.arrayBuffer();
    },
    plain: async (url: string) => void (await makePlain(await fetchBare(url), widthPx)),
    same: async (url: string) => void (await makeSame(await fetchBare(url), widthPx, setting)),
  };
  type Name = keyof typeof contenders;
  const names = Object.keys(contenders) as Name[];

  // Warm up until V8 has compiled all candidates.
  for (let n = 0; n < 60; n += 1) {
    const url = `http://127.0.0.1:${port}/${n % photographs.length}/warm-up-${n}`;
    for (const name of names) await contenders[name](url);
  }
  const decoders = descendants();
  const none = (): Record<Name, number[]> => ({ ours: [], plain: [], same: [] });
  const cpu = none();
  const wall = none();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const cpuBefore = cpuMs(decoders);
      const startMs = performance.now();
      for (const index of photographs.keys()) {
        await contenders[name](`http://127.0.0.1:${port}/${index}/${name}-${round}`);
      }
      wall[name].push((performance.now() - startMs) / photographs.length);
      cpu[name].push((cpuMs(decoders) - cpuBefore) / photographs.length);
    }
  }

  const ratio = (what: string, times: Record<Name, number[]>, other: Name, aim: number | null) => {
    const [o, t] = [median(times.ours), median(times[other])];
    const detail = `${o.toFixed(1)} against ${t.toFixed(1)} ms`;
    return atMost(`cold, ${what}`, o / t, aim, { digits: 2, detail });
  };
  const same = "effort" in setting ? `${setting.format} effort ${setting.effort}` : setting.format;
  const safety = `fetch and the same sharp (${same}) = 1, decoders: ${thumbnails.stats().sandbox}`;
  // Without the decoders' CPU time the figure would be too low.
  const isWhole = decoders.some((pid) => existsSync(`/proc/${pid}`));
  const verdicts = [
    ratio("time, fetch and sharp's WebP q75 = 1", wall, "plain", 1.1),
    ratio(`time, ${safety}`, wall, "same", null),
    ...(isWhole
      ? [
          ratio("CPU, fetch and sharp's WebP q75 = 1", cpu, "plain", 1.1),
          ratio(`CPU, ${safety}`, cpu, "same", null),
        ]
      : []),
  ];
  host.close();
  await end();
  return verdicts;
}
