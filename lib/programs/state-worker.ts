/** The thread that reads and writes the store: SQLite blocks the thread it runs on. */
import { parentPort, workerData } from "node:worker_threads";
import { setLogLevel } from "@/lib/platform/log";
import { answerCalls } from "@/lib/platform/worker-calls";
import { createStateHandlers, type StateWorkerSettings } from "@/lib/state/sqlite/state-handlers";

if (parentPort === null) throw new Error("state-worker runs as a worker thread only");
// The whole configuration would make this thread start three times slower.
const { dataDir, logLevel } = workerData as StateWorkerSettings;
setLogLevel(logLevel);
const { handlers, close } = createStateHandlers(dataDir);
answerCalls(parentPort, handlers, { onEnd: close });
