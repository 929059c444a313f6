import { loadOnce } from "@/lib/client/load-once";

/** The editor's tools for the images of a library page. */
export const libraryTools = loadOnce(() => import("./library-tools"));
