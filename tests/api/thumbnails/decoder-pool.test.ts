import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { DecoderDied, startDecoder } from "@/lib/decoding/decoder-process";
import type { CropJob, ThumbnailJob } from "@/lib/decoding/decoder-protocol";
import type { DecoderProgram } from "@/lib/decoding/decoder-sandbox";
import {
  createDecoderPool,
  DECODER_LIMITS,
  type DecoderLimits,
  type DecoderPool,
} from "@/lib/thumbnails/decoder-pool";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { photographPath } from "@/tests/support/pictures/photographs";

const PHOTOGRAPH = readFileSync(photographPath("locomotion-house-cat"));
const JOB: ThumbnailJob = {
  widthPx: 160,
  format: "webp",
  effort: "quick",
  pixelsMax: 40_000_000,
  isForeign: true,
};
const forever = new AbortController().signal;
const path = join(process.cwd(), ".programs", "decoder.mjs");
const PROGRAM = { path, hiddenPaths: [], isBackground: false };

/** A decoder on a busy machine is no decoder that hangs. */
const PATIENT = { ...DECODER_LIMITS, jobMs: 120_000 };

const pools: DecoderPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function aPool(limits: Partial<DecoderLimits> = {}): DecoderPool {
  return keep(createDecoderPool(PROGRAM, { ...PATIENT, ...limits }));
}

/** Closes a pool after the test. */
function keep(pool: DecoderPool): DecoderPool {
  pools.push(pool);
  return pool;
}

const decode = (pool: DecoderPool, visitor = "a", signal = forever) =>
  pool.run({ kind: "thumbnail", ...JOB }, PHOTOGRAPH, { visitor, signal });

test("one visitor's crops leave the decoders to another visitor's thumbnails", async () => {
  const pool = aPool();
  const crop: CropJob = {
    ...JOB,
    crop: { x: 0, y: 0, width: 640, height: 480 },
    of: null,
    size: null,
    xmp: "",
  };
  let madeCrops = 0;
  const crops = Array.from({ length: 40 }, async () => {
    await pool.run({ kind: "crop", ...crop }, PHOTOGRAPH, { visitor: "greedy", signal: forever });
    madeCrops += 1;
  });
  await Promise.all(Array.from({ length: 20 }, () => decode(pool, "modest")));
  expect(madeCrops).toBeLessThan(15);
  await Promise.all(crops);
});

const KILLS = repetitions({ few: 20, all: 100 });

test(`decoders killed ${KILLS} times under load cost only the images they had`, async () => {
  const pool = aPool();
  await decode(pool);
  let kills = 0;
  let asked = 0;
  const outcomes: Promise<string>[] = [];
  const visitor = async () => {
    while (kills < KILLS) {
      asked += 1;
      const outcome = decode(pool).then(
        ({ answer }) => answer.status,
        (error: Error) => error.message,
      );
      outcomes.push(outcome);
      await outcome;
    }
  };
  const killer = async () => {
    while (kills < KILLS) {
      const [pid] = pool.pids();
      if (pid !== undefined) {
        process.kill(pid, "SIGSEGV");
        kills += 1;
      }
      // Decodes until a picture succeeds, so that a decoder is always at work.
      await decode(pool).catch(() => {});
    }
  };
  await Promise.all([visitor(), visitor(), killer()]);
  const all = await Promise.all(outcomes);
  const lost = all.filter((status) => status !== "made");
  expect(asked).toBeGreaterThan(KILLS / 2);
  // A lost image was twice in a dying process; another process's death lost no image.
  expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ["it killed its decoder twice"] : []));
  expect(lost.length * 2).toBeLessThanOrEqual(pool.stats().deaths);
  expect((await decode(pool)).answer.status).toBe("made");
  expect(pool.stats().processes).toBeLessThanOrEqual(2);
});

test("stopping an image that takes too long stops no other", async () => {
  const pool = aPool({ processes: 1, jobMs: 1 });
  await expect(decode(pool)).rejects.toMatchObject({ reason: "unavailable", status: 503 });
  expect(pool.stats().deaths).toBe(1);
});

test("a process is replaced after its maximum number of jobs", async () => {
  const pool = aPool({ processes: 1, jobsMax: 3 });
  const seen = new Set<number>();
  for (let n = 0; n < 9; n += 1) {
    await decode(pool);
    for (const pid of pool.pids()) seen.add(pid);
  }
  expect(seen.size).toBeGreaterThanOrEqual(3);
  expect(pool.stats().deaths).toBe(0);
});

test("a process that has grown too large is replaced, too", async () => {
  const pool = aPool({ processes: 1, rssBytesMax: 1 });
  await decode(pool);
  const [first] = pool.pids();
  await decode(pool);
  expect(pool.pids()).not.toContain(first);
});

test("a full queue refuses at once", async () => {
  const pool = aPool({ waitingMax: 2 });
  // Two processes and two places in the queue.
  const waiting = Array.from({ length: 4 }, () => decode(pool));
  await expect(decode(pool)).rejects.toMatchObject({ status: 503 });
  await Promise.all(waiting);
});

test("a missing decoder gives an error, not a hang", async () => {
  const pool = keep(createDecoderPool({ ...PROGRAM, path: "/nowhere/decoder.mjs" }, PATIENT));
  await expect(decode(pool)).rejects.toMatchObject({ status: 503, isRemembered: false });
});

test("a decoder that fails to start once costs no image", async () => {
  let asked = 0;
  const start = async (program: DecoderProgram) => {
    asked += 1;
    if (asked === 1) throw new DecoderDied("killed while it started");
    return startDecoder("bare", program);
  };
  const sandboxed = { start, sandbox: () => null };
  const pool = keep(createDecoderPool(PROGRAM, { ...PATIENT, processes: 1 }, sandboxed));
  expect((await decode(pool)).answer.status).toBe("made");
});

test("if no decoder starts, not every request retries", async () => {
  let asked = 0;
  const start = async () => {
    asked += 1;
    throw new DecoderDied("nothing starts");
  };
  const pool = keep(createDecoderPool(PROGRAM, PATIENT, { start, sandbox: () => null }));
  await expect(decode(pool)).rejects.toMatchObject({ status: 503 });
  const afterFirst = asked;
  for (let n = 0; n < 20; n += 1) await expect(decode(pool)).rejects.toMatchObject({ status: 503 });
  expect([afterFirst, asked]).toEqual([3, 3]);
});

test("a pool that was prepared does its first job in the decoder that was started", async () => {
  const pool = aPool({ processes: 1 });
  await pool.prepare();
  const prepared = pool.pids();
  await decode(pool);
  expect([prepared.length, pool.pids()]).toEqual([1, prepared]);
});

test("a job that is aborted in the queue rejects at once", async () => {
  const pool = aPool({ processes: 1 });
  const first = decode(pool);
  const leaving = new AbortController();
  const left = decode(pool, "a", leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect((await first).answer.status).toBe("made");
});

test("jobs that run or wait when the pool closes fail at once", async () => {
  const pool = aPool({ processes: 1 });
  await decode(pool);
  const first = decode(pool);
  const second = decode(pool);
  pool.close();
  for (const one of [first, second]) {
    await expect(one).rejects.toMatchObject({ status: 503, isRemembered: false });
  }
});

test("decoders start if node_modules is a link to another folder", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "programs"));
  const program = join(folder, "programs", "decoder.mjs");
  copyFileSync(path, program);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const linked = { ...PROGRAM, path: program };
  const pool = keep(createDecoderPool(linked, { ...PATIENT, processes: 1 }));
  expect((await decode(pool)).answer.status).toBe("made");
});
