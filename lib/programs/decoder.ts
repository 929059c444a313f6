/**
 * A decoder: reads images, and files that describe them, from standard input, and writes thumbnails,
 * crops or what it read to standard output, one at a time, until the input ends.
 * lib/decoding/decoders.ts starts and kills it. It has no secrets, because a malicious file may take it
 * over.
 */
import { getPriority, setPriority } from "node:os";
import {
  createFrameReader,
  type DecoderAnswer,
  type DecoderJob,
  encodeFrame,
} from "@/lib/decoding/decoder-protocol";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { makeCrop } from "@/lib/decoding/make-crop";
import { makeThumbnail } from "@/lib/decoding/make-thumbnail";
import { parseSidecar } from "@/lib/decoding/parse-sidecar";
import { UndecodedPictureError, UnusablePictureError } from "@/lib/decoding/usable-picture";
import { BUILD } from "@/lib/platform/build";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";

// Set before the first job starts a thread, because threads inherit the priority. It is below that
// of the server, whose event loop all visitors share. In the background it is lower still, but not the
// lowest, which gets almost no CPU time on a busy machine.
const below = process.argv.includes("--background") ? 10 : 5;
setPriority(Math.min(19, getPriority() + below));

const readFrames = createFrameReader(IMAGE_FILE_BYTES_MAX);
let last = Promise.resolve();

process.stdin.on("data", (chunk: Buffer) => {
  for (const { header, body: bytes } of readFrames(chunk)) {
    last = last.then(async () => {
      const { answer, body } = await work(header as DecoderJob, bytes);
      send(answer, body);
    });
  }
});
process.stdin.on("end", () => process.exit(0));
send({ status: "ready", build: BUILD, rssBytes: 0 }, Buffer.alloc(0));

async function work(
  job: DecoderJob,
  bytes: Buffer,
): Promise<{ answer: DecoderAnswer; body: Buffer }> {
  if (job.kind === "thumbnail") return makeThumbnail(job, bytes);
  if (job.kind === "crop") return makeCrop(job, bytes);
  const body = Buffer.alloc(0);
  if (job.kind === "sidecar") {
    const metadata = parseSidecar(bytes, job.sidecar);
    return { answer: { status: "read", metadata, rssBytes: 0 }, body };
  }
  try {
    const inspection = await inspectPicture(bytes);
    return { answer: { status: "inspected", inspection, rssBytes: 0 }, body };
  } catch (cause) {
    if (!(cause instanceof UnusablePictureError)) throw cause;
    const status = cause instanceof UndecodedPictureError ? "too-slow" : "not-a-picture";
    return { answer: { status, detail: cause.message, rssBytes: 0 }, body };
  }
}

function send(header: DecoderAnswer, body: Buffer): void {
  const rssBytes = process.memoryUsage.rss();
  for (const part of encodeFrame({ ...header, rssBytes }, body)) process.stdout.write(part);
}
