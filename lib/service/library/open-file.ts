import "server-only";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileRevision, modifiedMsOf } from "@/lib/core/image/file-revision";
import type { ByteRange } from "@/lib/platform/validators";
import { isLeftOut } from "./left-out-folders";

/** A picture's file, open for reading; it stays open until its stream ends or `close` is called. */
export type Original = {
  /** A file name safe for a header: letters, digits and hyphens, with an extension. */
  fileName: string;
  /** The file name to show, in any script; a header needs it encoded. */
  fullFileName: string;
  contentType: string;
  sizeBytes: number;
  /** See `fileRevision`. */
  revision: string;
  /** A strong validator, with its quotes. */
  etag: string;
  modifiedAt: Date;
  /** Returns all bytes, or a range of them; may be called once. */
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

/** A file: a folder, and a path with `/` that must not leave the folder. */
export type FileLocation = { root: string; path: string };

type OpenedFile = Omit<Original, "fileName" | "fullFileName" | "contentType">;

const CHUNK_BYTES = 64 * 1024;

/** Whether the system's error says that there is no such file or folder. */
export function isMissing(cause: unknown): boolean {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Whether a file cannot be opened, whatever disk or rights it gets: links out of the source, in a circle. */
export function isUnopenable(cause: unknown): boolean {
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  return /^(?:EXDEV|ELOOP|ENAMETOOLONG)$/.test(code);
}

/** A file became shorter while it was read: another program is writing it. */
export class ShortenedFile extends Error {
  override readonly name = "ShortenedFile";
}

/**
 * Opens a picture's file. Returns null if it is missing, is not a regular file, or lies outside its
 * folder: links on its path may be newer than the scan.
 */
export async function openPictureFile({ root, path }: FileLocation): Promise<OpenedFile | null> {
  const handle = await openInside(root, path).catch(() => null);
  if (handle === null) return null;
  const found = await handle.stat().catch(() => null);
  if (!found?.isFile()) {
    await handle.close();
    return null;
  }
  const { size, ino } = found;
  const modifiedMs = modifiedMsOf(found);
  const revision = fileRevision(size, modifiedMs);
  return {
    sizeBytes: size,
    revision,
    etag: `"${revision}-${ino.toString(36)}"`,
    modifiedAt: new Date(modifiedMs),
    stream: ({ start, end } = { start: 0, end: size - 1 }) => streamOf(handle, start, end),
    close: () => handle.close(),
  };
}

/**
 * Whether a file is missing from a folder that has other files. A missing or empty folder does not tell:
 * its disk may not be mounted.
 */
export async function isAbsent({ root, path }: FileLocation): Promise<boolean> {
  if (await isEmptyOrMissing(join(root, dirname(path)))) return false;
  return openInside(root, path).then(
    async (handle) => {
      await handle.close();
      return false;
    },
    ({ code }: NodeJS.ErrnoException) => /^(?:ENOENT|ENOTDIR|EXDEV|ELOOP)$/.test(code ?? ""),
  );
}

async function isEmptyOrMissing(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.every((name) => isLeftOut(name)),
    () => true,
  );
}

/**
 * Opens the file at `path` below `root`, following links that stay inside `root`. Does not block on
 * a pipe; the caller must check that the file is a regular file.
 *
 * @throws the file system's error; with the code `EXDEV` if links lead out of `root`.
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(join(root, path))]);
  if (!realFile.startsWith(realRoot + sep)) {
    throw Object.assign(new Error("the file left its folder"), { code: "EXDEV" });
  }
  return open(realFile, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

/**
 * Returns a stream that reads on demand and closes the file at its end. Node 20's `Readable.toWeb`
 * can throw outside any promise when a visitor leaves.
 */
function streamOf(handle: FileHandle, start: number, end: number) {
  let position = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - position + 1));
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
          if (bytesRead === 0) throw new ShortenedFile();
          position += bytesRead;
          controller.enqueue(chunk.subarray(0, bytesRead));
          if (position <= end) return;
        } catch (error) {
          controller.error(error);
        }
        await handle.close();
        if (position > end) controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 1 },
  );
}
