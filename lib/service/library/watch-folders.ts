import "server-only";
import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { log } from "@/lib/platform/log";
import { isRelevant } from "./source-files";

/** How long nothing may change before a change is reported: a file that is being copied grows. */
const QUIET_MS = 400;
/** How long changes may continue before they are reported. */
const WAIT_MS_MAX = 5_000;
/** More changed paths at once are reported as a change of the source. */
const PATHS_MAX = 100;

/** A changed source: the relative paths of what changed, at most 100; null if that is not known. */
type OnChange = (location: string, paths: readonly string[] | null) => void;

/**
 * Watches the folders of sources. Each folder has a watch of its own, because Node's recursive watch
 * and the libraries for it look at every file first
 * (docs/decisions/0057-folders-are-watched.md). Network file systems report no changes.
 */
export function createFolderWatch(onChange: OnChange) {
  /** By absolute path. */
  const watchers = new Map<string, FSWatcher>();
  const changed = new Map<string, { paths: Set<string>; sinceMs: number; timer: NodeJS.Timeout }>();
  let isClosed = false;
  let isLimitLogged = false;

  async function report(location: string): Promise<void> {
    const { paths } = changed.get(location) ?? { paths: new Set<string>() };
    changed.delete(location);
    const isSource = paths.has("") || paths.size > PATHS_MAX;
    const relevant = isSource ? [] : await changedPaths(location, paths);
    if (isClosed || (!isSource && relevant.length === 0)) return;
    onChange(location, isSource ? null : withoutInner(relevant));
  }

  async function changedPaths(location: string, paths: ReadonlySet<string>): Promise<string[]> {
    const checked = [...paths].map(async (path) =>
      (await concerns(location, path)) ? [path] : [],
    );
    return (await Promise.all(checked)).flat();
  }

  /** Whether a changed path is or was a folder, or may concern a picture. */
  async function concerns(location: string, path: string): Promise<boolean> {
    const absolutePath = join(location, path);
    const found = await stat(absolutePath).catch(() => null);
    if (found !== null) return found.isDirectory() || isRelevant(path);
    // A folder that comes back is another one, which needs a watch of its own.
    return unwatch(absolutePath) || isRelevant(path);
  }

  function note(location: string, path: string): void {
    const before = changed.get(location);
    const { paths, sinceMs } = before ?? { paths: new Set<string>(), sinceMs: performance.now() };
    clearTimeout(before?.timer);
    paths.add(path);
    const leftMs = Math.max(0, WAIT_MS_MAX - (performance.now() - sinceMs));
    const timer = setTimeout(() => report(location), Math.min(QUIET_MS, leftMs));
    timer.unref();
    changed.set(location, { paths, sinceMs, timer });
  }

  /** Returns whether the folder was watched. */
  function unwatch(folder: string): boolean {
    const all = [...watchers].filter(([path]) => path === folder || path.startsWith(`${folder}/`));
    for (const [path, watcher] of all) {
      watcher.close();
      watchers.delete(path);
    }
    return all.length > 0;
  }

  return {
    /**
     * Watches a folder of a source as well. `readAtMs`: when it was read; a change since then counts.
     * Does nothing for a folder that is watched.
     */
    add(location: string, path: string, readAtMs: number): void {
      const folder = path === "" ? location : join(location, path);
      if (isClosed || watchers.has(folder)) return;
      const onEvent = (_kind: string, name: string | null) => {
        if (name?.startsWith(".")) return;
        note(location, name === null ? path : path === "" ? name : `${path}/${name}`);
      };
      try {
        const watcher = watch(folder, { persistent: false }, onEvent);
        watcher.on("error", () => unwatch(folder));
        watchers.set(folder, watcher);
      } catch (err) {
        // Deleted meanwhile, or the system allows no more watches.
        if ((err as NodeJS.ErrnoException).code === "ENOENT") return;
        if (!isLimitLogged) log().warn({ event: "library_not_watched", folder, err });
        isLimitLogged = true;
        return;
      }
      stat(folder).then(
        ({ mtimeMs }) => mtimeMs >= readAtMs && note(location, path),
        () => unwatch(folder),
      );
    },
    close(): void {
      isClosed = true;
      for (const { timer } of changed.values()) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Returns the paths that are not in a folder that is among them. */
function withoutInner(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
