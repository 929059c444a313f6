/** The thread that reads and writes the store: SQLite blocks the thread it runs on. */
import { parentPort } from "node:worker_threads";
import { answerCalls, threadSettings } from "@/lib/platform/worker-calls";
import { createStateHandlers, type StateWorkerSettings } from "@/lib/state/sqlite/state-handlers";

if (parentPort === null) throw new Error("state-worker runs as a worker thread only");
const { dataDir } = threadSettings<StateWorkerSettings>();
const { handlers, close } = createStateHandlers(dataDir);
answerCalls(parentPort, handlers, { onEnd: close });
