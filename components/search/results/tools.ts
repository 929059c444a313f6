import type { ComponentType } from "react";
import { loadOnce } from "@/lib/client/load-once";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import type { GroupedImages } from "./duplicates";

/** What a page offers for the images of an answer. */
export type ImageTools = {
  /** `shown` are the images that the grid shows, in order. */
  SearchTools: ComponentType<{ answer: SearchAnswer; shown: readonly Image[] }>;
  /** Chooses which of the refined images the grid shows, and their notes; in the refinement's row. */
  Grouping: ComponentType<{
    images: readonly Image[];
    /** Called with null to show all images without notes. */
    onGroup: (grouped: GroupedImages | null) => void;
  }>;
};

/** Loads tools when the browser is idle; `loaded` returns null before that. */
export type LazyTools = { load: () => Promise<ImageTools>; loaded: () => ImageTools | null };

/** The editor's tools for the images of an answer. */
export const tools: LazyTools = loadOnce(() => import("./search-tools"));
