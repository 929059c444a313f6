import "server-only";
import { mountains } from "./families/mountains";
import type { Family } from "./family";

/** Every family of the demo collection. Its order is the order of the collection. */
export const FAMILIES: readonly Family[] = [mountains];
