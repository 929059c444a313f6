/** The thread that searches: SQLite blocks the thread it runs on, which must not be the server's. */
import { parentPort, workerData } from "node:worker_threads";
import { config } from "@/lib/config";
import { answerCalls } from "@/lib/platform/worker-calls";
import {
  createLibraryHandlers,
  type LibraryWorkerSettings,
} from "@/lib/service/library/library-calls";

if (parentPort === null) throw new Error("library-worker runs as a worker thread only");
config(); // Sets the log level of this thread.
answerCalls(parentPort, createLibraryHandlers(workerData as LibraryWorkerSettings));
