/**
 * A thread that scans a folder as the server's thread does, and reports its pictures and what has
 * happened to its prototypes.
 */
import { parentPort } from "node:worker_threads";
import { createInspector } from "@/lib/decoding/inspector";
import { threadSettings } from "@/lib/platform/worker-calls";
import { scanSource } from "@/lib/service/library/scan-source";
import { openMemoryLibrary } from "@/lib/state/open-library";

const PROTOTYPES = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const stateOf = (prototype: object) => [
  Object.getOwnPropertyNames(prototype).join(),
  Object.isFrozen(prototype),
];

const { folder, decoder } = threadSettings<{ folder: string; decoder: string }>();
const before = PROTOTYPES.map(stateOf);
const library = openMemoryLibrary();
const source = await library.addSource({ location: folder, kind: "folder", origin: "command" });
const inspector = createInspector({ path: decoder, hiddenPaths: [], isBackground: false });
const { counts, problem } = await scanSource(library, source, inspector);
inspector.close();
const pictures = [];
for (let after: string | null = null; ; ) {
  const next = await library.pictures(source.number, after);
  if (next.length === 0) break;
  pictures.push(...next);
  after = next.at(-1)?.path ?? null;
}
const broken = await library.brokenFiles(source.number);
await library.close();
parentPort?.postMessage({
  counts,
  problem,
  pictures,
  broken,
  before,
  after: PROTOTYPES.map(stateOf),
});
