import "server-only";
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { assertSameBuild } from "@/lib/platform/build";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import { withoutPrototype } from "@/lib/platform/without-prototype";
import {
  createFrameReader,
  type DecoderAnswer,
  type DecoderJob,
  encodeFrame,
  type Frame,
  MADE_BYTES_MAX,
} from "./decoder-protocol";
import {
  DECODER_ENVIRONMENT,
  type DecoderProgram,
  type DecoderSandbox,
  decoderCommand,
} from "./decoder-sandbox";

/** A decoder exited or was killed during a job, which may or may not be the cause. */
export class DecoderDied extends Error {
  override readonly name = "DecoderDied";

  constructor(
    message: string,
    /** True if it was killed for taking too long: then the job is the cause. */
    readonly isTimeout = false,
  ) {
    super(message);
  }
}

export type DecoderResult = { answer: DecoderAnswer; body: Buffer };

/** One child process that decodes one image at a time. */
export type Decoder = Awaited<ReturnType<typeof startDecoder>>;

/** Long, so that an overloaded machine is not mistaken for a system that forbids the sandbox. */
const START_MS = 15_000;
/** A background decoder has a low priority, and no visitor waits for it. */
const BACKGROUND_START_MS = 300_000;

/**
 * Starts a decoder and waits until it is ready.
 *
 * @throws DecoderDied if the system does not allow this sandbox; `isTimeout` after 15 seconds, or after
 *   5 minutes for a background decoder
 * @throws AppError internal if the decoder comes from another build
 * @throws the system's error if it has too many processes or open files, or too little memory
 */
export async function startDecoder(sandbox: DecoderSandbox, program: DecoderProgram) {
  const child = await spawnDecoder(sandbox, program);
  // A decoder that sends more is compromised.
  const readFrames = createFrameReader(MADE_BYTES_MAX);
  let pending: { resolve(result: DecoderResult): void; reject(error: Error): void } | null = null;
  let hasEnded = false;
  let onEnd = () => {};
  let jobs = 0;
  let rssBytes = 0;

  function end(reason: DecoderDied): void {
    if (hasEnded) return;
    hasEnded = true;
    pending?.reject(reason);
    pending = null;
    onEnd();
  }

  function kill(reason = new DecoderDied("the decoder was killed")): void {
    child.kill("SIGKILL");
    end(reason);
  }

  function answered(timeoutMs: number): Promise<DecoderResult> {
    if (hasEnded) return Promise.reject(new DecoderDied("the decoder has ended"));
    let timer: NodeJS.Timeout;
    return new Promise<DecoderResult>((resolve, reject) => {
      timer = setTimeout(() => kill(new DecoderDied("the decoder took too long", true)), timeoutMs);
      pending = { resolve, reject };
    }).finally(() => clearTimeout(timer));
  }

  child.stdout.on("data", (chunk: Buffer) => {
    try {
      for (const frame of readFrames(chunk)) {
        // An answer without a job: the decoder is compromised.
        if (pending === null) throw new RangeError("an unexpected answer");
        const answer = readAnswer(frame);
        rssBytes = answer.rssBytes;
        pending.resolve({ answer, body: frame.body });
        pending = null;
      }
    } catch {
      kill();
    }
  });
  for (const event of ["error", "exit"]) {
    child.on(event, () => end(new DecoderDied("the decoder ended")));
  }
  // A write to a process that has just died fails; the exit handler above deals with it.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});

  const { answer } = await answered(program.isBackground ? BACKGROUND_START_MS : START_MS);
  if (answer.status !== "ready") {
    kill();
    throw new DecoderDied("the decoder did not report that it is ready");
  }
  try {
    assertSameBuild(answer.build);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    pid: child.pid,
    /**
     * Runs one job; the previous one must have settled.
     *
     * @throws DecoderDied if the process ends first, breaks the protocol, or exceeds `timeoutMs`
     */
    async run(job: DecoderJob, bytes: Uint8Array, timeoutMs: number): Promise<DecoderResult> {
      const result = answered(timeoutMs);
      for (const part of encodeFrame(job, bytes)) child.stdin.write(part);
      await result;
      jobs += 1;
      return result;
    },
    kill: () => kill(),
    /** Sets the callback for the end of the process; calls it at once if that has ended. */
    onEnd(callback: () => void) {
      onEnd = callback;
      if (hasEnded) callback();
    },
    jobs: () => jobs,
    /** Returns the resident memory of the process after its last answer. */
    rssBytes: () => rssBytes,
  };
}

/** Errors of libvips may have several lines. */
const DETAIL_CHARACTERS_MAX = 10_000;

const STATUSES: ReadonlySet<unknown> = new Set<DecoderAnswer["status"]>([
  ...(["made", "inspected", "read", "ready"] as const),
  ...(["too-large", "too-slow", "not-a-picture", "another-shape"] as const),
]);

type DecoderChild = ChildProcess & { stdin: Writable; stdout: Readable };

/** @throws as `startDecoder` */
async function spawnDecoder(
  sandbox: DecoderSandbox,
  program: DecoderProgram,
): Promise<DecoderChild> {
  const { command, args } = decoderCommand(sandbox, program);
  try {
    const options: SpawnOptions = {
      cwd: "/",
      env: withoutPrototype(DECODER_ENVIRONMENT as unknown as NodeJS.ProcessEnv),
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    };
    const child = spawn(command, args, withoutPrototype(options));
    // Rejects with the event "error". With too many open files the process has no pipes.
    await once(child, "spawn");
    return child as DecoderChild;
  } catch (cause) {
    if (isOutOfResources(cause)) throw cause;
    // The command is missing or forbidden.
    throw new DecoderDied("the decoder did not start");
  }
}

/** @throws RangeError unless it is one of the known answers. */
function readAnswer({ header }: Frame): DecoderAnswer {
  const answer = header as Partial<DecoderAnswer> | null;
  const { detail = "" } = (answer ?? {}) as { detail?: unknown };
  const isText = typeof detail === "string" && detail.length <= DETAIL_CHARACTERS_MAX;
  const isKnown = STATUSES.has(answer?.status) && Number.isFinite(answer?.rssBytes);
  if (!isKnown || !isText) throw new RangeError("an unknown answer");
  return answer as DecoderAnswer;
}
