/** The thread that searches: SQLite blocks the thread it runs on, which must not be the server's. */
import { parentPort } from "node:worker_threads";
import { answerCalls, threadSettings } from "@/lib/platform/worker-calls";
import {
  createLibraryHandlers,
  type LibraryWorkerSettings,
} from "@/lib/service/library/library-calls";

if (parentPort === null) throw new Error("library-worker runs as a worker thread only");
answerCalls(parentPort, createLibraryHandlers(threadSettings<LibraryWorkerSettings>()));
