/** The thread that reads and writes the store: SQLite blocks the thread it runs on. */
import { parentPort, workerData } from "node:worker_threads";
import { config } from "@/lib/config";
import { answerCalls } from "@/lib/platform/worker-calls";
import { createStateHandlers } from "@/lib/state/sqlite/state-handlers";

if (parentPort === null) throw new Error("state-worker runs as a worker thread only");
config(); // Sets the log level of this thread.
answerCalls(parentPort, createStateHandlers(workerData as string));
