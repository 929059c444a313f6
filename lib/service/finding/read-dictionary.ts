import "server-only";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Dictionary, openDictionary } from "@/lib/core/finding/dictionary";

/**
 * Reads the English dictionary that ships with the product: 5 MB outside of JavaScript's heap.
 *
 * @throws Error of the file system if the program does not run in the project's folder.
 */
export function readDictionary(): Dictionary {
  return openDictionary(readFileSync(resolve("lib/service/finding/data/english.bin")));
}
