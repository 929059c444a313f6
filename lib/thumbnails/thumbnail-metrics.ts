import "server-only";
import { Counter, Gauge, type Registry } from "prom-client";
import { DECODER_SANDBOXES } from "./decoder-sandbox";
import type { ThumbnailPipeline } from "./thumbnail-pipeline";

export type ThumbnailStats = ReturnType<ThumbnailPipeline["stats"]>;

type Read = (stats: ThumbnailStats) => number;

/** Monotonic. */
const COUNTERS: Record<string, { help: string; read: Read }> = {
  hits: { help: "Thumbnails served from the cache.", read: (s) => s.hits },
  made: { help: "Thumbnails made on request or by warming.", read: (s) => s.made },
  reencoded: { help: "Thumbnails re-encoded in the background.", read: (s) => s.reEncoded },
  fetches: { help: "Originals fetched.", read: (s) => s.originals.fetches },
  fetched_bytes: { help: "Bytes of fetched originals.", read: (s) => s.originals.fetchedBytes },
  decoder_deaths: { help: "Decoders that died during a job.", read: (s) => s.decoders.deaths },
  failed_writes: {
    help: "Thumbnails that could not be written to disk.",
    read: (s) => s.store.failedWrites,
  },
};

const LEVELS: Record<string, { help: string; read: Read }> = {
  cache_entries: { help: "Thumbnails on disk.", read: (s) => s.store.entries },
  cache_bytes: { help: "Bytes of thumbnails on disk.", read: (s) => s.store.bytes },
  memory_bytes: { help: "Bytes of thumbnails in memory.", read: (s) => s.store.memoryBytes },
  original_bytes: { help: "Bytes of originals in memory.", read: (s) => s.originals.heldBytes },
  fetching: { help: "Fetches running.", read: (s) => s.fetching.running },
  fetch_queue: { help: "Fetches waiting.", read: (s) => s.fetching.waiting },
  decoders: { help: "Decoder processes.", read: (s) => s.decoders.processes },
  decoding: { help: "Decoders running a job.", read: (s) => s.decoders.running },
  decode_queue: { help: "Images waiting for a decoder.", read: (s) => s.decoders.waiting },
  reencode_queue: { help: "Thumbnails waiting to be re-encoded.", read: (s) => s.reEncodesWaiting },
  failures: { help: "Images remembered as unavailable.", read: (s) => s.failures },
};

/** Registers the counters and levels of `stats`, which is read at every scrape. */
export function watchThumbnails(registers: Registry[], stats: () => ThumbnailStats): void {
  for (const [name, { help, read }] of Object.entries(COUNTERS)) {
    new Counter({
      name: `vitrine_thumbnail_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(stats()));
      },
    });
  }
  new Counter({
    name: "vitrine_thumbnail_failed_total",
    help: "Failed thumbnail requests, by reason and status.",
    labelNames: ["reason", "status"],
    registers,
    collect() {
      this.reset();
      for (const { reason, status, count } of stats().failed) {
        this.labels(reason, String(status)).inc(count);
      }
    },
  });
  for (const [name, { help, read }] of Object.entries(LEVELS)) {
    new Gauge({
      name: `vitrine_thumbnail_${name}`,
      help,
      registers,
      collect() {
        this.set(read(stats()));
      },
    });
  }
  new Gauge({
    name: "vitrine_thumbnail_sandbox",
    help: "1 for the sandbox of the decoders; all 0 before the first one starts.",
    labelNames: ["level"],
    registers,
    collect() {
      for (const level of DECODER_SANDBOXES) {
        this.set({ level }, stats().sandbox === level ? 1 : 0);
      }
    },
  });
}
