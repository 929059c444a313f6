import { loadOnce } from "@/lib/client/load-once";

/** The editor's tools for the images of an answer. */
export const tools = loadOnce(() => import("./search-tools"));
