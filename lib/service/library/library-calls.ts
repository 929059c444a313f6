import "server-only";
import type { Picture } from "../picture";
import type { BrokenFile } from "./broken-files";
import type { PictureQuery } from "./find-pictures";
import type { PictureFile } from "./library-reader";
import type { Source } from "./sources";

/** What the search worker can be asked (lib/programs/library-worker.ts). */
export type LibraryCalls = {
  find: { input: PictureQuery; answer: Picture[] };
  picture: { input: string; answer: Picture | null };
  file: { input: string; answer: PictureFile | null };
  label: { input: null; answer: LibraryLabel };
  report: { input: null; answer: LibraryReport };
  /** Fails with `library_unreadable` where the library's file can't be used. */
  check: { input: null; answer: null };
};

/** Which pictures are searched, and how many there are. */
export type LibraryLabel = { kind: "demo" | "library"; pictureCount: number };

/** What the library consists of, and what could not be taken into it. */
export type LibraryReport = { sources: Source[]; broken: BrokenFile[]; brokenCount: number };

export type LibraryWorkerSettings = {
  dataDir: string;
  /** Host of pictures that have no other. */
  ownHost: string;
  /** Manifest of the demo collection, which answers as long as the library is empty; or null. */
  demoManifest: string | null;
};
