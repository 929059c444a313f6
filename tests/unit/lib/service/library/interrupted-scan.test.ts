import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { seededRandom } from "@/tests/support/seeded-random";

const FILES = repetitions({ few: 200, all: 20_000 });
const KILLS = repetitions({ few: 3, all: 100 });
const QUERIES = repetitions({ few: 50, all: 500 });
const MEMORY_BYTES_MAX = 600e6;

const WORDS =
  "barn boat bridge canyon cloud dune fjord forest garden harbour hill island lake lamp meadow moon night river road rock sea shore snow storm street tower tree valley village window".split(
    " ",
  );

const random = seededRandom(5);
const aWord = () => WORDS[Math.floor(random() * WORDS.length)] ?? "";

/** Writes pictures of noise in folders; every hundredth is cut off. */
async function aFolderOfFiles(): Promise<string> {
  const folder = join(temporaryFolder(), "Pictures");
  for (let i = 0; i < FILES; i++) {
    const inner = join(folder, aWord());
    mkdirSync(inner, { recursive: true });
    const pixels = Buffer.from(Array.from({ length: 12 * 9 * 3 }, () => random() * 256));
    const raw = { width: 12, height: 9, channels: 3 as const };
    const bytes = await sharp(pixels, { raw }).png().toBuffer();
    const isBroken = i % 100 === 99;
    const name = `${aWord()} ${aWord()} ${i}.png`;
    writeFileSync(join(inner, name), isBroken ? bytes.subarray(0, bytes.length / 2) : bytes);
  }
  return folder;
}

/** A file of /proc; empty if its process has just ended. */
function readProcess(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw cause;
  }
}

/** Memory of a process and those that it started. */
function memoryBytesOf(pid: number): number {
  const children = readProcess(`/proc/${pid}/task/${pid}/children`).split(" ");
  const resident = /VmRSS:\s+(\d+)/.exec(readProcess(`/proc/${pid}/status`))?.[1] ?? 0;
  return children
    .filter((child) => child !== "")
    .reduce((sum, child) => sum + memoryBytesOf(Number(child)), 1024 * Number(resident));
}

/** Adds the folder with the command; kills it after a time. Returns its exit code and its memory. */
async function add(dataDir: string, folder: string, killedAfterMs: number | null) {
  const env = { ...process.env, VITRINE_DATA_DIR: dataDir };
  const command = spawn(process.execPath, [".programs/library.mjs", "add", folder], {
    env,
    stdio: "ignore",
  });
  let memoryBytes = 0;
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, memoryBytesOf(command.pid ?? 0));
  }, 50);
  const ended = once(command, "exit");
  if (killedAfterMs !== null) {
    await Promise.race([ended, sleep(killedAfterMs)]);
    command.kill("SIGKILL");
  }
  const [code] = await ended;
  clearInterval(timer);
  return { code, memoryBytes };
}

test(`an import killed ${KILLS} times ends like an undisturbed import`, async () => {
  const folder = await aFolderOfFiles();
  const whole = temporaryFolder();
  let interrupted = temporaryFolder();
  const started = performance.now();
  const { memoryBytes } = await add(whole, folder, null);
  const tookMs = performance.now() - started;
  // Twice as long in all as one import takes, and at least as long as the program needs to start.
  const meanMsFor = (importMs: number) => Math.max(700, (2 * importMs) / KILLS);
  let meanMs = meanMsFor(tookMs);
  let killCount = 0;
  while (killCount < KILLS) {
    const begunMs = performance.now();
    const { code } = await add(interrupted, folder, meanMs * (0.5 + random()));
    if (code === null) killCount += 1;
    else {
      // The import ended before its kill: the machine was busier when the duration was measured. The next
      // kills are of another import, and come sooner.
      interrupted = temporaryFolder();
      meanMs = Math.min(meanMs, meanMsFor(performance.now() - begunMs));
    }
  }
  expect(await add(interrupted, folder, null)).toMatchObject({ code: 0 });
  expect(memoryBytes).toBeLessThan(MEMORY_BYTES_MAX);
  process.stdout.write(
    `${FILES} files: ${(tookMs / 1000).toFixed(0)} s, ${(memoryBytes / 1e6).toFixed(0)} MB\n`,
  );

  const [one, other] = [interrupted, whole].map((dataDir) => openedLibrary({ dataDir }));
  if (one === undefined || other === undefined) throw new Error("no library");
  const [source] = await one.sources();
  expect(await one.sources()).toMatchObject([{ pictureCount: FILES - Math.floor(FILES / 100) }]);
  const broken = await one.brokenFiles(source?.number ?? 0);
  expect(broken).toHaveLength(FILES / 100);
  expect(broken).toEqual(await other.brokenFiles(1));
  expect(new Set(broken.map(({ reason }) => reason))).toEqual(
    new Set(["damaged: it can't be decoded to the end"]),
  );
  for (let i = 0; i < QUERIES; i++) {
    const q = Array.from({ length: 1 + (i % 3) }, aWord).join(" ");
    const query = { ...NO_FILTERS, isExact: i % 2 === 0, q };
    const idsIn = async (library: typeof one) =>
      (await library.find(query)).pictures.map(({ id }) => id);
    expect(await idsIn(one), q).toEqual(await idsIn(other));
  }
  expect(readdirSync(interrupted).filter((name) => /library-\d/.test(name))).toEqual([]);
}, 3_600_000);
