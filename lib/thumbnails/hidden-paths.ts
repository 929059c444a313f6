import "server-only";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** More mounts than this would make every decoder's start slow. */
const ENTRIES_MAX = 100;

/**
 * What is really to be covered so that decoders don't see these folders and files: those that are
 * there, by their real places, and of what lies in another the outer one alone, since nothing can
 * be put over what is covered already. A folder in which the decoder's own program, its modules or
 * Node lie can't be covered whole; then all else in it is, one by one, and beyond the first hundred
 * only what is named.
 */
export function pathsToCover(hidden: readonly string[], programPath: string): string[] {
  const programs = dirname(programPath);
  const needed = [programs, join(dirname(programs), "node_modules"), process.execPath]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const covered = hidden
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .flatMap((path) => around(path, needed));
  const paths = new Set(covered);
  return [...paths].filter((path) => !ancestorsOf(path).some((outer) => paths.has(outer)));
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestorsOf(parent)];
}

function around(path: string, needed: readonly string[]): string[] {
  if (needed.some((one) => path === one || path.startsWith(one + sep))) return [];
  if (!needed.some((one) => one.startsWith(path === sep ? sep : path + sep))) return [path];
  return readdirSync(path)
    .slice(0, ENTRIES_MAX)
    .map((name) => join(path, name))
    .filter((entry) => !needed.some((one) => one === entry || one.startsWith(entry + sep)));
}
