/** Inspects the picture named by its argument; prints the result and the peak memory. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { inspectPicture } from "@/lib/decoding/inspect-picture";

sharp.concurrency(1);
const inspection = await inspectPicture(readFileSync(process.argv[2] ?? ""), {
  cpuSecondsMax: 600,
});
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ inspection, peakBytes }));
