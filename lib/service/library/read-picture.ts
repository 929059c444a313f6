import "server-only";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type EmbeddedMetadata, readEmbeddedMetadata } from "./embedded-metadata";
import { type Inspection, inspectPicture, UnusablePictureError } from "./inspect-picture";
import { nameFromFile, nameFromFolders } from "./picture-name";
import type { PictureRecord } from "./save-pictures";

/** More is no picture that a browser could be sent. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** A longer description is a text, not a name. */
const NAME_LENGTH_MAX = 150;

/** What a picture's manifest says of it; it wins over what the file says. */
export type GivenFacts = {
  name?: string | undefined;
  keywords?: readonly string[] | undefined;
  hostUrl?: string | undefined;
  rating?: "strict" | "moderate" | undefined;
};

export type ReadPicture = Omit<PictureRecord, "id" | "path" | "fileBytes" | "modifiedMs" | "entry">;

/**
 * Reads one file of a source. `absolutePath` is opened; `path`, relative to the source's folder
 * `root`, gives the words of its name and folders.
 *
 * @throws UnusablePictureError saying why a file can't be taken.
 */
export async function readPicture(
  { root, path, absolutePath }: { root: string; path: string; absolutePath: string },
  given: GivenFacts = {},
): Promise<ReadPicture> {
  const bytes = await readBytes(absolutePath);
  const inspection: Inspection = await inspectPicture(bytes);
  const embedded = await readEmbeddedMetadata(bytes, inspection.format);
  return { ...inspection, ...wordsAbout(root, path, given, embedded) };
}

function wordsAbout(root: string, path: string, given: GivenFacts, embedded: EmbeddedMetadata) {
  const folders = [basename(root), ...path.split("/").slice(0, -1)];
  const fileName = nameFromFile(path);
  const { title, description } = embedded;
  const isShort = (description?.length ?? 0) <= NAME_LENGTH_MAX;
  const name = given.name ?? title ?? (isShort ? description : null) ?? fileName ?? description;
  const keywords = [...new Set([...(given.keywords ?? []), ...embedded.keywords])];
  const hostUrl = given.hostUrl ?? embedded.sourcePage;
  return {
    name: name ?? nameFromFolders(folders),
    keywords,
    searchText: {
      // "Untitled picture" is our word, not the picture's: nothing should be found by it.
      name: name ?? "",
      keywords: [...keywords, fileName ?? ""].join(" "),
      folder: [...folders, description ?? ""].join(" "),
    },
    // Nobody has looked at a person's own pictures: they are taken to be fit for everyone who may
    // see the library, and a manifest can say otherwise.
    rating: given.rating ?? ("strict" as const),
    hostUrl,
    host: hostUrl === null ? null : new URL(hostUrl).hostname,
  };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > FILE_BYTES_MAX) {
      throw new UnusablePictureError("larger than 256 MB");
    }
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof UnusablePictureError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    const reason = isMissing ? "there is no such file" : "the file can't be opened";
    throw new UnusablePictureError(reason, { cause });
  }
}
