import "server-only";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathsToCover } from "./hidden-paths";

/**
 * How much a decoder is locked up, best first:
 *
 * - `sealed` no network, no other processes, named folders and files hidden, no privileges, no files written
 * - `no-network` no network, no files written
 * - `limited` no files written, memory and time bounded
 * - `bare` a process of its own with an empty environment
 */
export type DecoderSandbox = "sealed" | "no-network" | "limited" | "bare";

export const DECODER_SANDBOXES: readonly DecoderSandbox[] = [
  "sealed",
  "no-network",
  "limited",
  "bare",
];

export type DecoderProgram = {
  /** Absolute path of the bundled program. */
  path: string;
  /** Absolute folders and files that decoders must not see where the system can hide them. */
  hiddenPaths: readonly string[];
  isBackground: boolean;
};

/** The one variable a decoder gets: fewer heaps, so that memory comes back after a large picture. */
export const DECODER_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

/**
 * Kernel limits, set by a shell before it becomes the decoder: no byte into any file, no core, at
 * most 1.5 GiB of memory and 15 minutes of CPU over its whole life. The texts are constant; a
 * picture never comes near a shell.
 */
const LIMITS = "ulimit -f 0; ulimit -c 0; ulimit -d 1572864; ulimit -t 900";
const WITH_LIMITS = `${LIMITS}; exec "$@"`;
/** An empty folder, or an empty file, is put over each of the first `$1` arguments. */
const WITH_HIDDEN_PATHS = `n=$1; shift
while [ "$n" -gt 0 ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k none "$1" || exit 97
  else mount --bind /dev/null "$1" || exit 97; fi
  shift; n=$((n - 1))
done
${WITH_LIMITS}`;

/** The command that starts a decoder in a sandbox; it fails where the system does not allow it. */
export function decoderCommand(
  sandbox: DecoderSandbox,
  program: DecoderProgram,
): { command: string; args: string[] } {
  const node = [process.execPath, ...nodeFlags(program.path), program.path];
  if (program.isBackground) node.push("--background");
  const limited = ["/bin/sh", "-c", WITH_LIMITS, "sh", ...node];
  switch (sandbox) {
    case "sealed":
      return unshare(
        ["--net", "--pid", "--mount", "--ipc", "--fork", "--kill-child", "--mount-proc"],
        sealed(program, node),
      );
    case "no-network":
      return unshare(["--net"], limited);
    case "limited":
      return toCommand(limited);
    case "bare":
      return toCommand(node);
  }
}

function sealed({ hiddenPaths, path }: DecoderProgram, node: string[]): string[] {
  const hidden = pathsToCover(hiddenPaths, path);
  // Without its capabilities the decoder can't uncover what was hidden.
  const drop = ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--"];
  const counted = [String(hidden.length), ...hidden];
  return ["/bin/sh", "-c", WITH_HIDDEN_PATHS, "sh", ...counted, ...drop, ...node];
}

function unshare(namespaces: string[], inner: string[]) {
  return { command: "unshare", args: ["--map-root-user", ...namespaces, "--", ...inner] };
}

function toCommand([command = "", ...args]: string[]) {
  return { command, args };
}

/**
 * Node's own permissions on top: its files to read, none to write, no children, no threads. Before
 * Node 20.12 they forbade every native module without exception, and so cannot be used.
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
  const readable = [programs, modules].flatMap(asNamedAndAsFound);
  return [permission, ...readable.map((path) => `--allow-fs-read=${path}/*`), "--allow-addons"];
}

/** Node looks modules up where a link lies and reads them where it leads: both must be allowed. */
function asNamedAndAsFound(folder: string): string[] {
  const found = existsSync(folder) ? realpathSync(folder) : folder;
  return found === folder ? [folder] : [folder, found];
}
