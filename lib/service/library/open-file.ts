import "server-only";
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Original } from "../original";
import { fileRevision } from "../picture";
import type { PictureFile } from "./library-reader";

type OpenedFile = Omit<Original, "fileName" | "contentType">;

const CHUNK_BYTES = 64 * 1024;

/**
 * Opens a library picture's file for reading. Null if it is gone, is no plain file, or lies
 * outside its folder by now: links may have been put in its path since it was recorded.
 */
export async function openPictureFile({ root, path }: PictureFile): Promise<OpenedFile | null> {
  const handle = await openInside(root, path).catch(() => null);
  if (handle === null) return null;
  const found = await handle.stat().catch(() => null);
  if (!found?.isFile()) {
    await handle.close();
    return null;
  }
  const { size, mtimeMs, ino } = found;
  return {
    sizeBytes: size,
    etag: `"${fileRevision(size, mtimeMs)}-${ino.toString(36)}"`,
    modifiedAt: new Date(mtimeMs),
    stream: ({ start, end } = { start: 0, end: size - 1 }) => streamOf(handle, start, end),
    close: () => handle.close(),
  };
}

/**
 * Opens what lies at `path` below `root` for reading, wherever links inside `root` lead; waits for
 * nobody where that is a pipe. Whoever calls looks whether it is a plain file.
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
 * Reads as fast as it is taken, and closes the file at the end. Hand-made because Node 20's
 * `Readable.toWeb` can throw outside every promise when a visitor leaves.
 */
function streamOf(handle: FileHandle, start: number, end: number) {
  let position = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - position + 1));
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
          if (bytesRead === 0) throw new Error("the file became shorter while it was read");
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
