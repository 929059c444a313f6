import "server-only";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Thumbnails } from "./create-thumbnails";
import { DECODER_SANDBOXES } from "./decoder-sandbox";

export type ThumbnailStats = ReturnType<Thumbnails["stats"]>;

type Read = (stats: ThumbnailStats) => number;

/** Numbers that only grow. */
const COUNTERS: Record<string, { help: string; read: Read }> = {
  hits: { help: "Thumbnails given from the cache.", read: (s) => s.hits },
  made: { help: "Thumbnails made for somebody who waited.", read: (s) => s.made },
  improved: { help: "Thumbnails encoded better in the background.", read: (s) => s.improved },
  fetches: { help: "Originals fetched.", read: (s) => s.originals.fetches },
  fetched_bytes: { help: "Bytes of fetched originals.", read: (s) => s.originals.fetchedBytes },
  decoder_deaths: { help: "Decoders that ended over a job.", read: (s) => s.decoders.deaths },
  failed_writes: { help: "Thumbnails the disk did not take.", read: (s) => s.store.failedWrites },
};

/** Numbers that go up and down. */
const LEVELS: Record<string, { help: string; read: Read }> = {
  cache_entries: { help: "Thumbnails on disk.", read: (s) => s.store.entries },
  cache_bytes: { help: "Bytes of them.", read: (s) => s.store.bytes },
  memory_bytes: { help: "Bytes of thumbnails in memory.", read: (s) => s.store.memoryBytes },
  original_bytes: { help: "Bytes of originals in memory.", read: (s) => s.originals.heldBytes },
  fetching: { help: "Fetches that run.", read: (s) => s.fetching.running },
  fetch_queue: { help: "Fetches that wait.", read: (s) => s.fetching.waiting },
  decoders: { help: "Decoder processes.", read: (s) => s.decoders.processes },
  decoding: { help: "Decoders at work.", read: (s) => s.decoders.running },
  decode_queue: { help: "Pictures that wait for one.", read: (s) => s.decoders.waiting },
  improve_queue: { help: "Better encodes that wait.", read: (s) => s.improving },
  failures: { help: "Pictures remembered as not to be had.", read: (s) => s.failures },
};

/** Adds the counters and levels of `thumbnails.stats()`, read when somebody looks. */
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
    help: "Thumbnails that visitors did not get, by the reason they were told and its status.",
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
    help: "1 for how much decoders are locked up; none before the first has started.",
    labelNames: ["level"],
    registers,
    collect() {
      for (const level of DECODER_SANDBOXES) {
        this.set({ level }, stats().sandbox === level ? 1 : 0);
      }
    },
  });
}
