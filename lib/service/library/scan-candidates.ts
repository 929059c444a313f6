import "server-only";
import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { type ManifestPicture, readManifest } from "./manifest";
import type { GivenFacts } from "./read-picture";
import type { FileState } from "./save-pictures";
import { rootOf, type Source } from "./sources";
import { walkFolder } from "./walk-folder";

/** A file that a source says is a picture, and its present state. */
export type Candidate = {
  path: string;
  state: FileState;
  given: GivenFacts;
  /** Why it can't be read, if that is known already. */
  problem: string | null;
  /** What makes its id, together with the source. */
  lastingName: string;
};

type CandidateOptions = {
  /** Folders that are sources themselves, as real paths. */
  except: ReadonlySet<string>;
  onUnreadable: (path: string) => void;
};

/**
 * Everything a source holds, found without opening a picture.
 *
 * @throws ManifestError, or the file system's error, if the source as a whole can't be read.
 */
export async function* candidatesOf(
  source: Pick<Source, "kind" | "location">,
  options: CandidateOptions,
): AsyncGenerator<Candidate> {
  if (source.kind === "folder") {
    for await (const { path, ...file } of walkFolder(source.location, options)) {
      const state = { ...file, entry: "" };
      yield { path, state, given: {}, problem: null, lastingName: path };
    }
    return;
  }
  const root = rootOf(source);
  const { pictures } = await readManifest(source.location);
  for (const picture of pictures) yield await toCandidate(root, picture);
}

async function toCandidate(root: string, picture: ManifestPicture): Promise<Candidate> {
  const { file, imageUrl, ...given } = picture;
  const absolutePath = join(root, file);
  const found = await stat(absolutePath).catch(() => null);
  let problem = found === null ? "there is no such file" : null;
  if (found !== null && !(await isBelow(root, absolutePath))) {
    problem = "the file lies outside the manifest's folder";
  }
  return {
    path: file,
    state: {
      fileBytes: found?.size ?? 0,
      modifiedMs: Math.trunc(found?.mtimeMs ?? 0),
      entry: JSON.stringify(picture),
    },
    given,
    problem,
    lastingName: imageUrl ?? file,
  };
}

async function isBelow(root: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(root)) + sep);
}
