import "server-only";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { SourceLocation } from "../library-store";

const SOURCES_COPY = z.object({
  sources: z.array(z.object({ location: z.string(), kind: z.enum(["folder", "manifest"]) })),
});

/**
 * Creates the copy of the sources added by command, `library-sources.json` in `dataDir`, from which a
 * rebuilt library restores them. Methods throw the file system's error if it cannot be written.
 */
export function createSourcesCopy(dataDir: string) {
  const path = join(dataDir, "library-sources.json");

  function write(sources: readonly SourceLocation[]): void {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify({ sources }, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(draft, path);
  }

  /** Returns the copied sources; none if the copy is missing or damaged. */
  function read(): SourceLocation[] {
    try {
      return SOURCES_COPY.parse(JSON.parse(readFileSync(path, "utf8"))).sources;
    } catch {
      return [];
    }
  }

  return {
    read,
    write,
    remove(location: string): void {
      const sources = read();
      const others = sources.filter((each) => each.location !== location);
      if (others.length < sources.length) write(others);
    },
  };
}
