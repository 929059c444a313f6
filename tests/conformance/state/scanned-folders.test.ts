/**
 * Random things happen to the folders of a library and to the program that scans them. Pictures of folders
 * that cannot be read stay; pictures that are deleted, and those of system folders, do not.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StoreLocation } from "@/lib/state/state";
import { LIBRARIES, openedLibrary } from "@/tests/support/databases/libraries";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import type { ScanReport, ScanRequest } from "@/tests/support/programs/folder-scanner";
import { UNPRIVILEGED_UID } from "@/tests/support/programs/unprivileged";

const STEPS = repetitions({ few: 50, all: 300 });

/** A search returns at most so many pictures. */
const FILES_MAX = 90;

const SUBFOLDERS = ["", "trip", "trip/day", "album"];
const SYSTEM_FOLDERS = ["#recycle", "album/@eaDir", "lost+found", ".Trash-1000", "trip/x.lrdata"];
const isSystem = (name: string) => /^(?:\.|#recycle$|@eaDir$|lost\+found$|.*\.lrdata$)/.test(name);

const KINDS = [
  ...["put", "put", "put", "change", "delete", "delete folder", "delete files of", "move folder"],
  ...["away", "back", "empty", "lock", "lock file", "unlock", "replace by file", "replace by link"],
  ...["put system", "put system", "hide", "show", "restart"],
  ...["scan", "scan", "scan", "scan", "kill", "kill", "scan part", "scan part"],
] as const;
type Step = { kind: (typeof KINDS)[number]; one: number; other: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  one: fc.nat(10_000),
  other: fc.nat(10_000),
});

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** The folders on the disk, and what happens to them. The third one is in the first one. */
function aDisk() {
  const home = temporaryFolder();
  chmodSync(home, 0o755);
  const roots = ["one", "two", "one/inner"].map((name) => join(home, name));
  const storage = join(home, "storage");
  mkdirSync(storage);
  let count = 0;
  const moved: { from: string; to: string }[] = [];

  /** Every folder or every file in a root that is there, also of those that are locked. */
  function pathsIn(root: string, isWanted: "folders" | "files"): string[] {
    if (!existsSync(root) || !statSync(root).isDirectory()) return [];
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((each) => (isWanted === "files" ? each.isFile() : each.isDirectory()))
      .map((each) => join(each.parentPath, each.name));
  }
  const anyFile = (number: number) =>
    pick(
      roots.flatMap((root) => pathsIn(root, "files")).filter((path) => path.endsWith(".png")),
      number,
    );
  const anyFolder = (number: number) =>
    pick(
      roots.flatMap((root) => pathsIn(root, "folders")),
      number,
    );

  function put(folder: string): void {
    const found = dirname(folder) === home ? null : folder;
    const parts = (found ?? folder).slice(home.length + 1).split("/");
    for (let i = 1; i <= parts.length; i++) {
      const path = join(home, ...parts.slice(0, i));
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path);
      if (!existsSync(path) || !statSync(path).isDirectory()) return;
    }
    if (countFiles() >= FILES_MAX) return;
    count += 1;
    writeFileSync(join(folder, `boat w${count}.png`), solidPng(1 + (count % 50), 2, "#336699"));
  }
  const countFiles = () =>
    [...roots, storage].reduce((sum, root) => sum + pathsIn(root, "files").length, 0);

  const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();
  const rootAt = (number: number) => pick(roots, number) ?? "";

  function store(from: string): void {
    const to = join(storage, String(count++));
    renameSync(from, to);
    moved.push({ from, to });
  }

  const changes: Partial<Record<Step["kind"], (one: number, other: number) => void>> = {
    put: (one, other) => put(join(rootAt(one), pick(SUBFOLDERS, other) ?? "")),
    "put system": (one, other) => put(join(rootAt(one), pick(SYSTEM_FOLDERS, other) ?? "")),
    change(one, other) {
      const file = anyFile(one);
      if (file !== undefined) writeFileSync(file, solidPng(51 + (other % 50), 3, "#336699"));
    },
    delete: (one) => rmSync(anyFile(one) ?? "none", { force: true }),
    "delete folder": (one) => rmSync(anyFolder(one) ?? "none", { force: true, recursive: true }),
    "delete files of"(one) {
      const folder = anyFolder(one);
      const names = folder === undefined ? [] : readdirSync(folder);
      for (const name of names) if (name.endsWith(".png")) rmSync(join(folder ?? "", name));
    },
    "move folder"(one, other) {
      const folder = anyFolder(one);
      const target = join(rootAt(other), `moved ${other}`);
      if (folder === undefined || !isFolder(rootAt(other)) || existsSync(target)) return;
      if (!target.startsWith(`${folder}/`)) renameSync(folder, target);
    },
    away(one, other) {
      const from = other % 2 === 0 ? rootAt(one) : anyFolder(one);
      if (from !== undefined && existsSync(from)) store(from);
    },
    back() {
      for (const { from, to } of moved.splice(0).reverse()) {
        if (!isFolder(dirname(from)) || !existsSync(to)) continue;
        rmSync(from, { force: true, recursive: true });
        renameSync(to, from);
      }
    },
    empty(one) {
      const root = rootAt(one);
      for (const name of isFolder(root) ? readdirSync(root) : []) {
        rmSync(join(root, name), { recursive: true });
      }
    },
    lock(one, other) {
      const path = other % 3 === 0 ? rootAt(one) : anyFolder(one);
      if (path !== undefined && existsSync(path)) chmodSync(path, 0);
    },
    "lock file"(one) {
      const file = anyFile(one);
      if (file !== undefined) chmodSync(file, 0);
    },
    unlock() {
      // From the outside in: this process may be stopped by permissions, too.
      execFileSync("chmod", ["-R", "u+rwX,go+rX", home]);
    },
    "replace by file"(one) {
      if (!existsSync(rootAt(one))) return;
      store(rootAt(one));
      writeFileSync(rootAt(one), "");
    },
    "replace by link"(one) {
      if (!existsSync(rootAt(one))) return;
      store(rootAt(one));
      symlinkSync(join(home, "nowhere"), rootAt(one));
    },
    hide(one) {
      const folder = anyFolder(one);
      if (folder !== undefined) writeFileSync(join(folder, ".nomedia"), "");
    },
    show: (one) => rmSync(join(anyFolder(one) ?? "none", ".nomedia"), { force: true }),
  };
  return {
    roots,
    change({ kind, one, other }: Step) {
      try {
        changes[kind]?.(one, other);
      } catch (cause) {
        // Permissions stop this process too, unless it is root.
        if ((cause as NodeJS.ErrnoException).code !== "EACCES") throw cause;
      }
    },
  };
}

/** What a scan of the disk may see: the rules of the library, written a second time. */
type Seen = {
  files: string[];
  unread: string[];
  hidden: string[];
};

const isLocked = (path: string) => (lstatSync(path).mode & 0o777) === 0;

function lookAt(folder: string, others: readonly string[]): Seen | null {
  const seen: Seen = { files: [], unread: [], hidden: [] };
  function look(path: string): void {
    const names = readdirSync(path);
    if (names.includes(".nomedia")) {
      seen.hidden.push(path);
      return;
    }
    for (const name of names) {
      const inner = join(path, name);
      if (isSystem(name) || lstatSync(inner).isSymbolicLink()) continue;
      const isFolder = lstatSync(inner).isDirectory();
      if (isFolder && others.includes(inner)) continue;
      if ((isFolder || name.endsWith(".png")) && isLocked(inner)) seen.unread.push(inner);
      else if (isFolder) look(inner);
      else if (name.endsWith(".png")) seen.files.push(inner);
    }
  }
  for (let each = folder; each !== dirname(each); each = dirname(each)) {
    if (existsSync(each) && isLocked(realpathSync(each))) return null;
  }
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return null;
  look(folder);
  return seen;
}

const isIn = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Returns the files of `before` and on the disk that the library has after a whole scan of a root. */
function afterScan(
  root: string,
  before: ReadonlySet<string>,
  others: readonly string[],
): Set<string> {
  const seen = lookAt(root, others);
  if (seen === null) return new Set(before);
  const known = [...before].filter((path) => !isIn(path, seen.hidden));
  const isEmpty = seen.files.length === 0 && seen.unread.length === 0;
  if (isEmpty) return new Set(seen.hidden.includes(root) ? [] : known);
  return new Set([...known.filter((path) => isIn(path, seen.unread)), ...seen.files]);
}

describe.each(LIBRARIES)("folders of a library in $name", ({ newPlace }) => {
  test("a picture is found until a scan has seen that it is gone", async () => {
    const program = await bundleProgram("folder-scanner");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        await run(program, await newPlace(), steps);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

async function run(
  program: string,
  storeLocation: StoreLocation,
  steps: readonly Step[],
): Promise<void> {
  const { roots, change } = aDisk();
  if (process.getuid?.() === 0)
    chownSync(storeLocation.dataDir, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  chmodSync(storeLocation.dataDir, 0o755);
  // What is surely in the library, and what may be, of each root: a killed scan leaves both open.
  let surely = roots.map(() => new Set<string>());
  let possibly = roots.map(() => new Set<string>());
  const scanner: { process: ChildProcess | null } = { process: null };
  onTestFinished(() => {
    scanner.process?.kill("SIGKILL");
  });

  /** Scans; kills the scanner after so many reports. Returns whether the scan ended. */
  async function scan(only: readonly string[] | null, killedAfter: number): Promise<boolean> {
    scanner.process ??= fork(
      program,
      [storeLocation.dataDir, storeLocation.databaseUrl ?? "", ...roots],
      {
        env: { ...process.env, HOME: storeLocation.dataDir },
      },
    );
    const current = scanner.process;
    let reports = 0;
    const done = new Promise<boolean>((resolve, reject) => {
      const onMessage = (report: ScanReport) => {
        reports += 1;
        if (reports === killedAfter) current.kill("SIGKILL");
        else if (reports < killedAfter && report === "done") finish(() => resolve(true));
      };
      const onExit = () =>
        finish(() => {
          if (killedAfter === Number.POSITIVE_INFINITY) reject(new Error("the scanner ended"));
          else resolve(false);
        });
      function finish(work: () => void) {
        current.off("message", onMessage);
        current.off("exit", onExit);
        work();
      }
      current.on("message", onMessage);
      current.on("exit", onExit);
    });
    current.send({ only } satisfies ScanRequest);
    const isDone = await done;
    if (!isDone) scanner.process = null;
    return isDone;
  }

  for (const [i, each] of steps.entries()) {
    const { kind, one, other } = each;
    if (kind === "restart") {
      const ended = scanner.process && once(scanner.process, "exit");
      scanner.process?.disconnect();
      await ended;
      scanner.process = null;
      continue;
    }
    if (kind !== "scan" && kind !== "kill" && kind !== "scan part") {
      change(each);
      continue;
    }
    const inner = (root: string) =>
      roots.filter((path) => path !== root && path.startsWith(`${root}/`) && existsSync(path));
    const next = (sets: readonly Set<string>[]) =>
      roots.map((root, n) => afterScan(root, sets[n] ?? new Set(), inner(root)));
    const [surelyNext, possiblyNext] = [next(surely), next(possibly)];
    const only = kind === "scan part" ? [pick(SUBFOLDERS.slice(1), one) ?? "", "moved"] : null;
    const killedAfter = kind === "kill" ? 1 + (other % 20) : Number.POSITIVE_INFINITY;
    const isWhole = (await scan(only, killedAfter)) && only === null;
    surely = surelyNext.map((set, n) =>
      isWhole ? set : new Set([...set].filter((path) => surely[n]?.has(path))),
    );
    possibly = possiblyNext.map((set, n) =>
      isWhole ? set : new Set([...set, ...(possibly[n] ?? [])]),
    );
    const library = openedLibrary(storeLocation);
    await library.catchUp();
    const query = { ...NO_FILTERS, q: "boat", isGrouped: false };
    const { pictures } = await library.find(query);
    await library.close();
    const found = new Set(pictures.map(({ fileName }) => fileName));
    const namesOf = (sets: readonly Set<string>[]) =>
      sets.flatMap((set) => [...set].map((path) => path.slice(path.lastIndexOf("/") + 1)));
    const context = () =>
      `step ${i}: ${steps.slice(Math.max(0, i - 12), i + 1).map((s) => `${s.kind} ${s.one} ${s.other}`)}`;
    const may = new Set(namesOf(possibly));
    expect(
      {
        missing: namesOf(surely).filter((name) => !found.has(name)),
        wrong: [...found].filter((name) => !may.has(name)),
      },
      context(),
    ).toEqual({ missing: [], wrong: [] });
  }
}
