import "server-only";
import { lighthouse } from "./families/lighthouse";
import { mountains } from "./families/mountains";
import { sailing } from "./families/sailing";
import type { Family } from "./family";

/** Every family of the demo collection. Its order is the order of the collection. */
export const FAMILIES: readonly Family[] = [sailing, lighthouse, mountains];
