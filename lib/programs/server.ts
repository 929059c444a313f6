/**
 * `npm start`: the built product, on `PORT`. Ends in order when it is told to: takes no more
 * requests, finishes those that it has, and waits for them no longer than it may.
 */
import { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import nextEnv from "@next/env";
import { ConfigError, config, selectProductionBuilds } from "@/lib/config";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { log } from "@/lib/platform/log";
import { vitrine } from "@/lib/vitrine";

const FINISH_MS = 20_000;
const INSISTING_AFTER_MS = 500;
const LOOK_AGAIN_MS = 50;

function complain(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const root = process.cwd();
  selectProductionBuilds();
  nextEnv.loadEnvConfig(root, false, { info: () => {}, error: (text) => complain(String(text)) });
  const { port } = readConfig();
  // Built here, and found by Next's routes and pages where they look for it.
  const { answerThumbnail } = vitrine();
  // Loaded when it is certain which of its two forms Next is to take.
  const { default: next } = await import("next");
  const pages = next({
    dev: false,
    dir: root,
    port,
    // Next would take over what asks for another protocol; here it listens where nobody speaks.
    httpServer: new Server(),
  });
  await pages.prepare();
  const server = createFrontDoor({
    root,
    answerThumbnail,
    answerPage: pages.getRequestHandler(),
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    complain(
      error.code === "EADDRINUSE"
        ? `Port ${port} is taken. Stop what uses it, or set PORT.`
        : `Port ${port} can't be used (${error.code}).`,
    );
  });
  server.listen(port);
  endInOrder(server);
}

function readConfig() {
  try {
    return config();
  } catch (error) {
    if (error instanceof ConfigError) return complain(error.message);
    throw error;
  }
}

/** Whoever insists does not wait. A terminal and `npm run up` both say the same once. */
function endInOrder(server: Server): void {
  let toldAtMs: number | null = null;
  const end = () => {
    if (toldAtMs !== null && Date.now() - toldAtMs > INSISTING_AFTER_MS) process.exit(1);
    if (toldAtMs !== null) return;
    toldAtMs = Date.now();
    // What is answered from now on is the last on its connection.
    server.keepAliveTimeout = 1;
    server.close(async () => {
      // Of visitors who have left: what was paid for is kept.
      while ((vitrine().paid?.pendingCount() ?? 0) > 0) await wait(LOOK_AGAIN_MS);
      process.exit(0);
    });
    setTimeout(() => process.exit(0), FINISH_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
}

// One visitor's failure that nobody caught must not end everybody's server.
process.on("unhandledRejection", (err) => log().error({ event: "unhandled_rejection", err }));
process.on("uncaughtException", (err) => log().error({ event: "uncaught_exception", err }));

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
