import "server-only";
import { Counter, Gauge, type OpenMetricsContentType, type Registry } from "prom-client";
import { DECODER_SANDBOXES } from "@/lib/decoding/decoder-sandbox";
import type { ThumbnailPipeline } from "./thumbnail-pipeline";

export type ThumbnailStats = ReturnType<ThumbnailPipeline["stats"]>;

type Metric = [name: string, help: string, read: (stats: ThumbnailStats) => number];

/** Counters, which never decrease. */
const COUNTERS: Metric[] = [
  ["hits", "Thumbnails served from the cache.", (s) => s.hits],
  ["made", "Thumbnails made on request.", (s) => s.made],
  ["reencoded", "Thumbnails re-encoded in the background.", (s) => s.reEncoded],
  ["fetches", "Originals fetched.", (s) => s.originals.fetches],
  ["fetched_bytes", "Bytes of fetched originals.", (s) => s.originals.fetchedBytes],
  ["decoder_deaths", "Decoders that died during a job.", (s) => s.decoders.deaths],
  ["failed_writes", "Thumbnails that could not be written to disk.", (s) => s.store.failedWrites],
];

const LEVELS: Metric[] = [
  ["cache_entries", "Thumbnails on disk.", (s) => s.store.entries],
  ["cache_bytes", "Bytes of thumbnails on disk.", (s) => s.store.bytes],
  ["memory_bytes", "Bytes of thumbnails in memory.", (s) => s.store.memoryBytes],
  ["original_bytes", "Bytes of originals in memory.", (s) => s.originals.heldBytes],
  ["fetching", "Fetches running.", (s) => s.fetching.running],
  ["fetch_queue", "Fetches waiting.", (s) => s.fetching.waiting],
  ["decoders", "Decoder processes.", (s) => s.decoders.processes],
  ["decoding", "Decoders running a job.", (s) => s.decoders.running],
  ["decode_queue", "Images waiting for a decoder.", (s) => s.decoders.waiting],
  ["reencode_queue", "Thumbnails waiting to be re-encoded.", (s) => s.reEncodesWaiting],
  ["failures", "Images remembered as unavailable.", (s) => s.failures],
];

const STREAM_LEVELS: Metric[] = [
  ["streams_open", "Downloads of originals running.", (s) => s.streams.running],
  ["stream_queue", "Downloads of originals waiting.", (s) => s.streams.waiting],
];

/** Registers the counters and levels of `stats`, which is read at every scrape. */
export function watchThumbnails(
  registers: Registry<OpenMetricsContentType>[],
  stats: () => ThumbnailStats,
): void {
  for (const [name, help, read] of COUNTERS) {
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
  new Counter({
    name: "vitrine_original_streams_total",
    help: "Downloads of originals of other hosts, by outcome: complete, cancelled by the visitor, or why it failed.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of stats().streams.outcomes) this.labels(outcome).inc(count);
    },
  });
  new Counter({
    name: "vitrine_original_stream_bytes_total",
    help: "Bytes of originals that hosts sent for downloads.",
    registers,
    collect() {
      this.reset();
      this.inc(stats().streams.bytes);
    },
  });
  const gauges = [
    ...LEVELS.map(([name, ...rest]) => [`vitrine_thumbnail_${name}`, ...rest] as const),
    ...STREAM_LEVELS.map(([name, ...rest]) => [`vitrine_original_${name}`, ...rest] as const),
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
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
