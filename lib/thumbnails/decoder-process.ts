import "server-only";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import {
  type DecoderAnswer,
  type DecoderJob,
  encodeFrame,
  type Frame,
  FrameReader,
} from "./decoder-protocol";
import {
  DECODER_ENVIRONMENT,
  type DecoderProgram,
  type DecoderSandbox,
  decoderCommand,
} from "./decoder-sandbox";

/** A decoder ended, or was ended, while it had a job; the job may be at fault or not. */
export class DecoderDied extends Error {
  override readonly name = "DecoderDied";

  constructor(
    message: string,
    /** True where it was killed for taking too long: the job is at fault. */
    readonly isTimeout = false,
  ) {
    super(message);
  }
}

export type DecoderResult = { answer: DecoderAnswer; body: Buffer };

type Waiting = { resolve(result: DecoderResult): void; reject(error: Error): void };

/** Far above any thumbnail; a decoder that sends more is no longer ours. */
const THUMBNAIL_BYTES_MAX = 8 * 1024 * 1024;
/** Long enough for a machine that has much to do: being slow must not look like being forbidden. */
const START_MS = 15_000;

/** One child process that decodes one picture at a time. */
export class DecoderProcess {
  readonly #reader = new FrameReader(THUMBNAIL_BYTES_MAX);
  #waiting: Waiting | null = null;
  #hasEnded = false;
  #onEnd: () => void = () => {};
  /** Jobs answered. */
  jobs = 0;
  /** Its memory after its last answer. */
  rssBytes = 0;

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    child.on("error", () => this.#end());
    child.on("exit", () => this.#end());
    // Writing to one that has just died: its exit tells.
    child.stdin.on("error", () => {});
    child.stdout.on("error", () => {});
  }

  /**
   * Starts a decoder and waits until it is ready.
   *
   * @throws DecoderDied where the system does not allow this sandbox; `isTimeout` after 15 seconds.
   */
  static async start(sandbox: DecoderSandbox, program: DecoderProgram): Promise<DecoderProcess> {
    const { command, args } = decoderCommand(sandbox, program);
    const child = spawn(command, args, {
      cwd: "/",
      env: DECODER_ENVIRONMENT as unknown as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    const decoder = new DecoderProcess(child);
    const { answer } = await decoder.#answered(START_MS);
    if (answer.status !== "ready") throw new DecoderDied("a decoder that does not say it is ready");
    return decoder;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls back once it has ended, at once where it has already. */
  whenEnded(callback: () => void): void {
    this.#onEnd = callback;
    if (this.#hasEnded) callback();
  }

  /** The operating system's number of the process that was started. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Gives it a job. Only one at a time.
   *
   * @throws DecoderDied when it ends first, sends what is no answer, or takes longer than
   *   `timeoutMs`, for which it is killed.
   */
  async run(job: DecoderJob, bytes: Uint8Array, timeoutMs: number): Promise<DecoderResult> {
    const answered = this.#answered(timeoutMs);
    for (const part of encodeFrame(job, bytes)) this.child.stdin.write(part);
    const result = await answered;
    this.jobs += 1;
    return result;
  }

  kill(reason = new DecoderDied("the decoder was ended")): void {
    this.child.kill("SIGKILL");
    this.#end(reason);
  }

  #answered(timeoutMs: number): Promise<DecoderResult> {
    if (this.#hasEnded) return Promise.reject(new DecoderDied("the decoder has ended"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.kill(new DecoderDied("the decoder took too long", true));
      }, timeoutMs);
      this.#waiting = {
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
    });
  }

  #read(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.push(chunk)) {
        const waiting = this.#waiting;
        // Nothing was asked: no longer ours.
        if (waiting === null) throw new RangeError("an answer without a question");
        const answer = readAnswer(frame);
        this.#waiting = null;
        this.rssBytes = answer.rssBytes;
        waiting.resolve({ answer, body: frame.body });
      }
    } catch {
      this.kill();
    }
  }

  #end(reason = new DecoderDied("the decoder ended")): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(reason);
    this.#onEnd();
  }
}

/** @throws RangeError unless it is one of the four answers there are. */
function readAnswer({ header }: Frame): DecoderAnswer {
  const answer = header as Partial<DecoderAnswer> | null;
  const isKnown =
    answer !== null &&
    ["made", "ready", "too-large", "not-a-picture"].includes(String(answer.status)) &&
    Number.isFinite(answer.rssBytes);
  if (!isKnown) throw new RangeError("an unknown answer");
  return answer as DecoderAnswer;
}
