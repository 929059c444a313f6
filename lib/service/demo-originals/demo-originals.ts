import "server-only";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Original } from "../original";
import type { Picture } from "../picture";
import { programPath } from "../workers/program-path";
import { createWorkerPool, type WorkerPool } from "../workers/worker-pool";
import { type KeptFiles, openKeptFiles } from "./kept-files";
import type { RenderCalls } from "./render-calls";

const KEPT_BYTES_MAX = 256 * 1024 * 1024;
const WORKERS_MAX = 2;

type DemoPicture = Pick<Picture, "id" | "format">;

export type DemoOriginals = {
  open(picture: DemoPicture): Promise<Omit<Original, "fileName" | "contentType">>;
  /** The picture drawn `widthPx` wide, encoded; not kept. Small ones cost little. */
  draw(picture: DemoPicture, widthPx: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

/** The program's own drawings: another version of it draws other pictures. */
type Drawings = { version: string; changedAt: Date; files: KeptFiles };

/**
 * The files of the demo collection, drawn when first asked for, in threads of their own, and kept
 * below `dataDir`. Those who ask for the same picture at once wait for one drawing.
 */
export function createDemoOriginals({
  dataDir,
  keptBytesMax = KEPT_BYTES_MAX,
  pool = createWorkerPool<RenderCalls>("demo-render-worker", WORKERS_MAX),
}: {
  dataDir: string;
  keptBytesMax?: number;
  pool?: WorkerPool<RenderCalls>;
}): DemoOriginals {
  const rendering = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let drawings: Promise<Drawings> | undefined;

  async function render(picture: DemoPicture, files: KeptFiles) {
    const name = `${picture.id}.${picture.format}`;
    const kept = await files.read(name);
    if (kept !== null && isWhole(kept, picture.format)) return new Uint8Array(kept);
    const bytes = await pool.ask("render", { id: picture.id, widthPx: null });
    await files.keep(name, bytes);
    return bytes;
  }

  async function bytesOf(picture: DemoPicture, files: KeptFiles) {
    const underWay = rendering.get(picture.id);
    if (underWay !== undefined) return underWay;
    const started = render(picture, files).finally(() => rendering.delete(picture.id));
    rendering.set(picture.id, started);
    return started;
  }

  return {
    async open(picture) {
      drawings ??= openDrawings(dataDir, keptBytesMax);
      const { version, changedAt, files } = await drawings;
      const bytes = await bytesOf(picture, files);
      return {
        sizeBytes: bytes.length,
        etag: `"${version}-${picture.id}"`,
        modifiedAt: changedAt,
        stream: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
          new Blob([bytes.subarray(start, end + 1)]).stream(),
        close: async () => {},
      };
    },
    draw: ({ id }, widthPx) => pool.ask("render", { id, widthPx }),
    close: () => pool.close(),
  };
}

async function openDrawings(dataDir: string, keptBytesMax: number): Promise<Drawings> {
  const program = programPath("demo-render-worker");
  const [code, { mtime }] = await Promise.all([readFile(program), stat(program)]);
  const version = createHash("sha256").update(code).digest("hex").slice(0, 12);
  const files = await openKeptFiles(join(dataDir, "demo", version), keptBytesMax);
  return { version, changedAt: mtime, files };
}

const ENDS = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]),
} as const;

/** A machine that loses power may leave a file's name without its bytes. */
function isWhole(bytes: Buffer, format: Picture["format"]): boolean {
  const end = format === "png" ? ENDS.png : ENDS.jpeg;
  return bytes.subarray(-end.length).equals(end);
}
