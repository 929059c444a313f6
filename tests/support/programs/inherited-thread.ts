/** A thread that reports what it was started with. */
import { parentPort } from "node:worker_threads";
import { threadSettings } from "@/lib/platform/worker-calls";

parentPort?.postMessage({
  settings: threadSettings(),
  environment: { ...process.env },
  flags: process.execArgv,
});
