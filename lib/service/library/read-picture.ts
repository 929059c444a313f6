import "server-only";
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { cleanText } from "@/lib/protocol/clean-text";
import { type EmbeddedMetadata, readEmbeddedMetadata } from "./embedded-metadata";
import {
  type Inspection,
  inspectPicture,
  requireFormat,
  UnusablePictureError,
} from "./inspect-picture";
import type { ManifestPicture } from "./manifest";
import { openInside } from "./open-file";
import { nameFromFile } from "./picture-name";
import type { PictureRecord } from "./save-pictures";

/** More is no picture that a browser could be sent. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** As much as telling a format takes. */
const HEAD_BYTES = 64;

/** A longer description is a text, not a name. */
const NAME_LENGTH_MAX = 150;

/** What a picture's manifest says of it; it wins over what the file says. */
export type GivenFacts = Omit<ManifestPicture, "file" | "imageUrl">;

export type ReadPicture = Omit<PictureRecord, "id" | "path" | "fileBytes" | "modifiedMs" | "entry">;

/**
 * Reads one file of a source; `path`, relative to the source's folder `root`, also gives the words
 * of its name and folders. A file whose size, colour and transparency are given is not decoded.
 *
 * @throws UnusablePictureError saying why a file can't be taken.
 */
export async function readPicture(
  { root, path }: { root: string; path: string },
  given: GivenFacts = {},
): Promise<ReadPicture> {
  const declared = declaredIn(given);
  if (declared !== null) {
    const format = requireFormat(await readBytes(root, path, HEAD_BYTES));
    return { ...declared, format, ...wordsAbout(root, path, given, NO_METADATA) };
  }
  const bytes = await readBytes(root, path);
  const inspection = await inspectPicture(bytes);
  const embedded = await readEmbeddedMetadata(bytes, inspection.format);
  return { ...inspection, ...wordsAbout(root, path, given, embedded) };
}

const NO_METADATA: EmbeddedMetadata = {
  title: null,
  description: null,
  keywords: [],
  sourcePage: null,
};

/** What a manifest says in place of decoding the file; null unless it says all of it. */
function declaredIn(given: GivenFacts): Omit<Inspection, "format"> | null {
  const { width, height, accentColor, transparent } = given;
  if (width === undefined || height === undefined) return null;
  if (accentColor === undefined || transparent === undefined) return null;
  return { widthPx: width, heightPx: height, accentColor, isTransparent: transparent };
}

function wordsAbout(root: string, path: string, given: GivenFacts, embedded: EmbeddedMetadata) {
  const folders = [basename(root), ...path.split("/").slice(0, -1)];
  const fileName = nameFromFile(path);
  const { title, description } = embedded;
  const isShort = (description?.length ?? 0) <= NAME_LENGTH_MAX;
  const said = [given.name, title, isShort ? description : null, fileName, description];
  // A file's name may hold control characters, and marks that reorder a line.
  const name = said.map((text) => cleanText(text ?? "")).find((text) => text !== "") ?? "";
  const keywords = [...new Set([...(given.keywords ?? []), ...embedded.keywords])];
  const hostUrl = given.hostUrl ?? (given.host === undefined ? embedded.sourcePage : null);
  return {
    name,
    keywords,
    searchText: {
      name,
      keywords: [...keywords, fileName ?? ""].join(" "),
      folder: [...folders, description ?? ""].join(" "),
    },
    // Nobody has looked at a person's own pictures: they are taken to be fit for everyone who may
    // see the library, and a manifest can say otherwise.
    rating: given.rating ?? ("strict" as const),
    hostUrl,
    host: hostUrl === null ? (given.host ?? null) : new URL(hostUrl).hostname,
  };
}

/**
 * The file's first `bytesMax` bytes, or all of it, as it is when it is opened: that may no longer be
 * what the walk has seen.
 */
async function readBytes(root: string, path: string, bytesMax = FILE_BYTES_MAX): Promise<Buffer> {
  const handle = await openInside(root, path).catch((cause: NodeJS.ErrnoException) => {
    throw new UnusablePictureError(reasonOf(cause.code), { cause });
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UnusablePictureError("no plain file");
    if (found.size > FILE_BYTES_MAX) throw new UnusablePictureError("larger than 256 MB");
    return await readFirst(handle, Math.min(found.size, bytesMax));
  } catch (cause) {
    if (cause instanceof UnusablePictureError) throw cause;
    throw new UnusablePictureError(reasonOf(undefined), { cause });
  } finally {
    await handle.close();
  }
}

/** The first `bytes` of a file, or all there are: one that is being written may grow and shrink. */
async function readFirst(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await handle.read(buffer, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function reasonOf(code: string | undefined): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EXDEV") return "the file lies outside its folder";
  return "the file can't be opened";
}
