/** A worker that records each start in a file and crashes on a call until a file `healed` exists. */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { answerCalls, threadSettings } from "@/lib/platform/worker-calls";

export type MortalCalls = { live: { input: null; answer: string } };

if (parentPort !== null) {
  const folder = threadSettings<string>();
  appendFileSync(join(folder, "lives"), "I");
  answerCalls<MortalCalls>(parentPort, {
    live: () => (existsSync(join(folder, "healed")) ? "alive" : process.exit(1)),
  });
}
