import "server-only";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Dictionary, openDictionary } from "@/lib/core/finding/dictionary";

/**
 * Reads the English dictionary that ships with the product: 1 MB of text.
 *
 * @throws Error of the file system if the program does not run in the project's folder.
 */
export function readDictionary(): Dictionary {
  const bytes = readFileSync(resolve("lib/service/finding/data/english.br"));
  return openDictionary(brotliDecompressSync(bytes).toString("latin1"));
}
