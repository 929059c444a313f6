/**
 * A decoder: reads images from standard input and writes thumbnails to standard output, one at a
 * time, until the input ends. lib/thumbnails/decoder-pool.ts starts and kills it. It has no
 * secrets, because a malicious image may take it over.
 */
import { getPriority, setPriority } from "node:os";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import {
  createFrameReader,
  type DecoderAnswer,
  type DecoderJob,
  encodeFrame,
} from "@/lib/thumbnails/decoder-protocol";
import { makeThumbnail } from "@/lib/thumbnails/make-thumbnail";

// Set before the first job starts a thread, because threads inherit the priority. It is below that
// of the server, whose event loop all visitors share; re-encoding has the lowest.
setPriority(process.argv.includes("--background") ? 19 : Math.min(19, getPriority() + 5));

const readFrames = createFrameReader(IMAGE_FILE_BYTES_MAX);
let last = Promise.resolve();

process.stdin.on("data", (chunk: Buffer) => {
  for (const { header, body } of readFrames(chunk)) {
    last = last.then(async () => {
      const made = await makeThumbnail(header as DecoderJob, body);
      answer(made.answer, made.body);
    });
  }
});
process.stdin.on("end", () => process.exit(0));
answer({ status: "ready", detail: process.version, rssBytes: 0 }, Buffer.alloc(0));

function answer(header: DecoderAnswer, body: Buffer): void {
  const rssBytes = process.memoryUsage.rss();
  for (const part of encodeFrame({ ...header, rssBytes }, body)) process.stdout.write(part);
}
