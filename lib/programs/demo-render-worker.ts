/** A thread that draws pictures of the demo collection. */
import { parentPort } from "node:worker_threads";
import sharp from "sharp";
import { renderDemo } from "@/lib/service/demo/render";
import type { RenderCalls } from "@/lib/service/demo-originals/render-calls";
import { answerCalls } from "@/lib/service/workers/calls";

if (parentPort === null) throw new Error("demo-render-worker runs as a worker thread only");

// Each of these threads is one core's work already.
sharp.concurrency(1);

answerCalls<RenderCalls>(parentPort, {
  async render({ id, widthPx }) {
    const { bytes } = await renderDemo(id, widthPx === null ? {} : { widthPx });
    return new Uint8Array(bytes);
  },
});
