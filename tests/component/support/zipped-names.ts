import type { BrowserCommand } from "vitest/node";
import { unzip } from "../../support/files/unzip.ts";

/** Returns the paths in a ZIP, which `unzip` reads outside of the browser. */
export const zippedNames: BrowserCommand<[bytes: number[]]> = async (_, bytes) => [
  ...(await unzip(Uint8Array.from(bytes))).keys(),
];

declare module "vitest/browser" {
  interface BrowserCommands {
    zippedNames(bytes: number[]): Promise<string[]>;
  }
}
