/** A worker that notes its life in a file and dies at its first call, unless it has been healed. */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { answerCalls } from "@/lib/service/worker-calls";

export type MortalCalls = { live: { input: null; answer: string } };

if (parentPort !== null) {
  appendFileSync(join(workerData, "lives"), "I");
  answerCalls<MortalCalls>(parentPort, {
    live: () => (existsSync(join(workerData, "healed")) ? "alive" : process.exit(1)),
  });
}
