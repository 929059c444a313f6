import "server-only";
import { aurora } from "./families/aurora";
import { lighthouse } from "./families/lighthouse";
import { mountains } from "./families/mountains";
import { sailing } from "./families/sailing";
import { snowForest } from "./families/snow-forest";
import type { Family } from "./family";

/** Every family of the demo collection. Its order is the order of the collection. */
export const FAMILIES: readonly Family[] = [snowForest, aurora, sailing, lighthouse, mountains];
