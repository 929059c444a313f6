/** A worker that records each start in a file and crashes on a call until a file `healed` exists. */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { answerCalls } from "@/lib/platform/worker-calls";

export type MortalCalls = { live: { input: null; answer: string } };

if (parentPort !== null) {
  appendFileSync(join(workerData, "lives"), "I");
  answerCalls<MortalCalls>(parentPort, {
    live: () => (existsSync(join(workerData, "healed")) ? "alive" : process.exit(1)),
  });
}
