import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../files/temporary-folder";

/** The product's folder, with its programs. */
export function productFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".programs"));
  for (const name of readdirSync(".programs")) {
    const path = join(folder, ".programs", name);
    if (name.endsWith(".mjs")) symlinkSync(resolve(".programs", name), path);
  }
  return folder;
}

/** Writes what a running server of this folder tells commands (lib/programs/running-server.ts). */
export function announce(folder: string, server: object) {
  writeFileSync(join(folder, ".programs", "server.json"), JSON.stringify(server));
}
