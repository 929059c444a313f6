import { COLOUR_NAMES, type ColourName } from "../colour/named-colour";
import { SIZE_CLASSES, type SizeClass } from "../image/size-class";

/** The contents of a library page, as its URL describes them. */
export type LibraryView =
  | {
      /** By the time of the files, or by when the pictures were taken. */
      order: "newest" | "taken";
      /** From 1. */
      page: number;
      /** Null means any. */
      folder: FolderKey | null;
      colour: ColourName | null;
      size: SizeClass | null;
    }
  /** `seed`: where a walk through the random order starts; hexadecimal. */
  | { order: "random"; seed: string };

/** A folder of pictures: the number of its source, and its path there, "" for the source itself. */
type FolderKey = { source: number; path: string };

/** A view with pages and filters. */
export type SortedView = Exclude<LibraryView, { order: "random" }>;

export const NEWEST_PICTURES: SortedView = {
  order: "newest",
  page: 1,
  folder: null,
  colour: null,
  size: null,
};

const LIBRARY_PATH = "/library";
const PAGES_MAX = 1_000_000;
const FOLDER_CHARACTERS_MAX = 4_000;

/** Parses the query string of a page of the library. Invalid values are ignored. */
export function parseLibraryView(parameters: URLSearchParams): LibraryView {
  const random = parameters.get("random");
  if (random !== null && /^[0-9a-f]{1,24}$/.test(random)) return { order: "random", seed: random };
  const page = Number(/^\d{1,7}$/.exec(parameters.get("page") ?? "")?.[0] ?? 1);
  return {
    order: parameters.get("order") === "taken" ? "taken" : "newest",
    page: Math.min(Math.max(page, 1), PAGES_MAX),
    folder: parseFolder(parameters.get("folder") ?? ""),
    colour: oneOf(COLOUR_NAMES, parameters.get("colour")),
    size: oneOf(SIZE_CLASSES, parameters.get("size")),
  };
}

/** Returns the URL of a page of the library; defaults are omitted. */
export function libraryHref(view: LibraryView): string {
  const parameters = new URLSearchParams();
  if (view.order === "random") parameters.set("random", view.seed);
  else {
    const { order, folder, colour, size, page } = view;
    if (order === "taken") parameters.set("order", order);
    if (folder !== null) parameters.set("folder", `${folder.source}/${folder.path}`);
    if (colour !== null) parameters.set("colour", colour);
    if (size !== null) parameters.set("size", size);
    if (page > 1) parameters.set("page", String(page));
  }
  const query = parameters.toString();
  return query === "" ? LIBRARY_PATH : `${LIBRARY_PATH}?${query}`;
}

/** Refuses control characters, which no store accepts in a path. */
function parseFolder(text: string): FolderKey | null {
  const match = /^(\d{1,9})\/(\P{Cc}*)$/u.exec(text);
  if (match === null || text.length > FOLDER_CHARACTERS_MAX) return null;
  return { source: Number(match[1]), path: match[2] ?? "" };
}

function oneOf<T extends string>(values: readonly T[], text: string | null): T | null {
  return values.find((value) => value === text) ?? null;
}
