/**
 * A decoder: reads pictures from its standard input, writes thumbnails to its standard output, one
 * at a time, until the input ends. Started and killed by lib/thumbnails/decoder-pool.ts,
 * and meant to be lost: it holds nothing, and what takes it over finds nothing.
 */
import { setPriority } from "node:os";
import {
  DECODED_BYTES_MAX,
  type DecoderAnswer,
  type DecoderJob,
  encodeFrame,
  FrameReader,
} from "@/lib/thumbnails/decoder-protocol";
import { makeThumbnail } from "@/lib/thumbnails/make-thumbnail";

// Before the first job starts a thread: threads inherit it.
if (process.argv.includes("--background")) setPriority(19);

const reader = new FrameReader(DECODED_BYTES_MAX);
let last = Promise.resolve();

process.stdin.on("data", (chunk: Buffer) => {
  for (const { header, body } of reader.push(chunk)) {
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
