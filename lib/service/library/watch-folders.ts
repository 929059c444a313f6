import "server-only";
import { type FSWatcher, type Stats, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { log } from "@/lib/platform/log";
import { HIDING_FILE, isLeftOut } from "./left-out-folders";
import { isRelevant } from "./source-files";

/** How long nothing may change before a change is reported: a file that is being copied grows. */
const QUIET_MS = 400;
/** How long changes may continue before they are reported. */
const WAIT_MS_MAX = 5_000;
/** More changed paths at once are a change of the source. */
export const PATHS_MAX = 100;

/** The time of a change is that of the system's last tick, at most 10 ms earlier. */
const TICK_MS = 10;

/** A changed source: the relative paths of what changed, at most 100; null if that is not known. */
type OnChange = (location: string, paths: readonly string[] | null) => void;

/** `file`: which folder has the path; another one may get it. Empty once the watch may have ended. */
type Watched = { location: string; folder: string; watcher: FSWatcher; file: string };

/**
 * Watches the folders of sources. Each folder has a watch of its own, because Node's recursive watch
 * and the libraries for it look at every file first
 * (docs/decisions/0057-folders-are-watched.md). Network file systems report no changes.
 */
export function createFolderWatch(onChange: OnChange) {
  /** By location and path. */
  const watchers = new Map<string, Watched>();
  const changed = new Map<string, { paths: Set<string>; sinceMs: number; timer: NodeJS.Timeout }>();
  let isClosed = false;
  let isLimitLogged = false;

  const keyOf = (location: string, path: string) => `${location}\0${path}`;
  const folderAt = (location: string, path: string) =>
    path === "" ? location : join(location, path);

  async function report(location: string): Promise<void> {
    const { paths } = changed.get(location) ?? { paths: new Set<string>() };
    changed.delete(location);
    // The source's own folder may be gone, or another one.
    const relevant = (await isReplaced(location, "")) ? [""] : await changedPaths(location, paths);
    if (isClosed || relevant.length === 0) return;
    const isSource = relevant.includes("") || relevant.length > PATHS_MAX;
    onChange(location, isSource ? null : withoutInner(relevant));
  }

  async function changedPaths(location: string, paths: ReadonlySet<string>): Promise<string[]> {
    const relevant: string[] = [];
    for (const path of paths) if (await concerns(location, path)) relevant.push(path);
    return relevant;
  }

  /** Whether a changed path is or was a folder, or may concern a picture. */
  async function concerns(location: string, path: string): Promise<boolean> {
    if (await isReplaced(location, path)) return true;
    const found = await stat(folderAt(location, path)).catch(() => null);
    return found?.isDirectory() === true || isRelevant(path);
  }

  /** Whether a watched folder is gone, or its path is another folder's now; ends its watch if so. */
  async function isReplaced(location: string, path: string): Promise<boolean> {
    const known = watchers.get(keyOf(location, path));
    if (known === undefined) return false;
    const found = await stat(known.folder).catch(() => null);
    if (found !== null && fileOf(found) === known.file) return false;
    unwatch(location, path);
    return true;
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

  /** Ends the watch of a folder and of the folders in it. */
  function unwatch(location: string, path: string): void {
    const folder = folderAt(location, path);
    for (const [key, each] of watchers) {
      const isInner = each.folder === folder || each.folder.startsWith(folder + sep);
      if (each.location !== location || !isInner) continue;
      each.watcher.close();
      watchers.delete(key);
    }
  }

  return {
    /**
     * Watches a folder of a source as well, unless it is watched. `readAtMs`: when it was read; a change
     * since then counts.
     */
    async add(location: string, path: string, readAtMs: number): Promise<void> {
      const folder = folderAt(location, path);
      const found = await stat(folder).catch(() => null);
      if (isClosed || found === null) return;
      const file = fileOf(found);
      const known = watchers.get(keyOf(location, path));
      if (known?.file === file) return;
      if (known !== undefined) unwatch(location, path);
      const onEvent = (_kind: string, name: string | null) => {
        if (name === basename(folder)) {
          // The system reports a change of the folder itself under the folder's own name: it was deleted,
          // its disk was unmounted, or its attributes changed. An entry with that name looks the same. The
          // watch may have ended, so the folder is scanned and watched again.
          watched.file = "";
          note(location, path);
        } else if (name === null || name === HIDING_FILE) note(location, path);
        else if (!isLeftOut(name)) note(location, path === "" ? name : `${path}/${name}`);
      };
      let watched: Watched;
      try {
        const watcher = watch(folder, { persistent: false }, onEvent);
        watcher.on("error", () => unwatch(location, path));
        watched = { location, folder, watcher, file };
        watchers.set(keyOf(location, path), watched);
      } catch (err) {
        // Deleted meanwhile, or the system allows no more watches.
        if ((err as NodeJS.ErrnoException).code === "ENOENT") return;
        if (!isLimitLogged) log().warn({ event: "library_not_watched", folder, err });
        isLimitLogged = true;
        return;
      }
      // Again, now that the folder is watched: each later change is an event.
      const now = await stat(folder).catch(() => null);
      if (!isClosed && (now === null || now.mtimeMs >= readAtMs - TICK_MS)) note(location, path);
    },
    /** Ends the watch of a source. */
    remove(location: string): void {
      unwatch(location, "");
      clearTimeout(changed.get(location)?.timer);
      changed.delete(location);
    },
    close(): void {
      isClosed = true;
      for (const { timer } of changed.values()) clearTimeout(timer);
      for (const { watcher } of watchers.values()) watcher.close();
    },
  };
}

/** A new folder may get the number (inode) of a deleted one. */
const fileOf = ({ dev, ino, birthtimeMs }: Stats) => `${dev}-${ino}-${birthtimeMs}`;

/** Returns the paths that are not in a folder that is among them, each once. */
export function withoutInner(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
