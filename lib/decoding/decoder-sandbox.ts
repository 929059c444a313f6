import "server-only";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * How strongly a decoder is isolated, strongest first:
 *
 * - `sealed` no network, no other processes, listed paths hidden, no privileges, no file writes
 * - `no-network` no network, no file writes
 * - `limited` no file writes; memory and CPU time bounded
 * - `bare` a separate process without this server's environment
 */
export const DECODER_SANDBOXES = ["sealed", "no-network", "limited", "bare"] as const;

export type DecoderSandbox = (typeof DECODER_SANDBOXES)[number];

export type DecoderProgram = {
  /** Absolute path of the bundled program. */
  path: string;
  /** Absolute paths that decoders must not see, as far as the system can hide them. */
  hiddenPaths: readonly string[];
  isBackground: boolean;
};

/** A decoder's whole environment. Fewer heaps, so that memory is returned after a large image. */
export const DECODER_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

/**
 * Kernel limits, set by a shell before it executes the decoder: no file writes, no core dump, at
 * most 1.5 GiB of memory and 15 minutes of CPU time in total. The scripts are constant; image data
 * never reaches a shell.
 */
const LIMITS = "ulimit -f 0; ulimit -c 0; ulimit -d 1572864; ulimit -t 900";
const WITH_LIMITS = `${LIMITS}; exec "$@"`;
/** Mounts an empty folder, or an empty file, over each of the first `$1` paths. */
const WITH_HIDDEN_PATHS = `n=$1; shift
while [ "$n" -gt 0 ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k none "$1" || exit 97
  else mount --bind /dev/null "$1" || exit 97; fi
  shift; n=$((n - 1))
done
${WITH_LIMITS}`;

/** Without capabilities the decoder cannot unmount the covers of hidden paths. */
const UNPRIVILEGED = ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--"];
const WITHOUT_NETWORK = ["unshare", "--map-root-user", "--net"];

/** Returns the command that starts a decoder in a sandbox. It exits if the sandbox is not allowed. */
export function decoderCommand(
  sandbox: DecoderSandbox,
  program: DecoderProgram,
): { command: string; args: string[] } {
  const node = [process.execPath, ...nodeFlags(program.path), program.path];
  if (program.isBackground) node.push("--background");
  const limited = ["/bin/sh", "-c", WITH_LIMITS, "sh", ...node];
  const namespaces = ["--pid", "--mount", "--ipc", "--fork", "--kill-child", "--mount-proc"];
  const commands = {
    sealed: () => {
      const hidden = pathsToCover(program.hiddenPaths, program.path);
      const script = ["/bin/sh", "-c", WITH_HIDDEN_PATHS, "sh", String(hidden.length), ...hidden];
      return [...WITHOUT_NETWORK, ...namespaces, "--", ...script, ...UNPRIVILEGED, ...node];
    },
    "no-network": () => [...WITHOUT_NETWORK, "--", ...limited],
    limited: () => limited,
    bare: () => node,
  };
  const [command = "", ...args] = commands[sandbox]();
  return { command, args };
}

/**
 * Returns flags for Node's permission model: the decoder may read its own modules, and may not write
 * files or start processes or threads. Before Node 20.12 the model forbids all native modules, so it
 * is not used there.
 */
function nodeFlags(programPath: string): string[] {
  return [
    ...(process.allowedNodeEnvironmentFlags.has("--allow-addons") ? permissions(programPath) : []),
    "--disallow-code-generation-from-strings",
    "--max-old-space-size=256",
    "--no-warnings",
  ];
}

function permissions(programPath: string): string[] {
  const programs = dirname(programPath);
  const modules = join(dirname(programs), "node_modules");
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const readable = [programs, modules].flatMap(linkAndTarget);
  return [permission, ...readable.map((path) => `--allow-fs-read=${path}/*`), "--allow-addons"];
}

/** Node resolves modules by a link's own path and reads them at its target, so both are allowed. */
function linkAndTarget(folder: string): string[] {
  const target = existsSync(folder) ? realpathSync(folder) : folder;
  return target === folder ? [folder] : [folder, target];
}

/** More mounts would make every decoder's start slow. */
const ENTRIES_MAX = 100;

/**
 * Returns the real paths to mount over, so that decoders cannot see `hidden`. They exist, and none is
 * inside another, because nothing can be mounted below a covered path. A folder that contains the
 * decoder's program, its modules or Node cannot be covered itself; its first 100 entries are covered
 * one by one instead.
 */
export function pathsToCover(hidden: readonly string[], programPath: string): string[] {
  const programs = dirname(programPath);
  const needed = realPaths([programs, join(dirname(programs), "node_modules"), process.execPath]);
  const paths = new Set(realPaths(hidden).flatMap((path) => withoutNeeded(path, needed)));
  return [...paths].filter((path) => !ancestorsOf(path).some((outer) => paths.has(outer)));
}

function realPaths(paths: readonly string[]): string[] {
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestorsOf(parent)];
}

function withoutNeeded(path: string, needed: readonly string[]): string[] {
  if (needed.some((each) => path === each || path.startsWith(each + sep))) return [];
  if (!needed.some((each) => each.startsWith(path === sep ? sep : path + sep))) return [path];
  return readdirSync(path)
    .slice(0, ENTRIES_MAX)
    .map((name) => join(path, name))
    .filter((entry) => !needed.some((each) => each === entry || each.startsWith(entry + sep)));
}
