/** `npm start`: the built product, on `PORT`. On SIGTERM or SIGINT it shuts down gracefully. */
import { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import nextEnv from "@next/env";
import { ConfigError, config, selectProductionBuilds } from "@/lib/config";
import { connectionsOf, drain } from "@/lib/http/drain";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createRequestLocales } from "@/lib/http/request-locale";
import { isTrustedProxy } from "@/lib/http/visitor-ip";
import { providePages } from "@/lib/page-bridge";
import { log } from "@/lib/platform/log";
import { startTracing } from "@/lib/platform/open-telemetry";
import { announceServer } from "@/lib/programs/running-server";
import { createVitrine, type Vitrine } from "@/lib/vitrine";

/** Time limit for finishing responses and pending searches after the drain. */
const FINISH_MS = 20_000;
/** A terminal and `npm run up` both pass on the same signal, at about the same time. */
const SAME_SIGNAL_MS = 500;
const POLL_MS = 50;

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const root = process.cwd();
  selectProductionBuilds();
  nextEnv.loadEnvConfig(root, false, { info: () => {}, error: (text) => exitWith(String(text)) });
  const { port, publicUrl, allowedHosts, trustedProxies, tracing, locale } = config();
  const stopTracing =
    tracing && (await startTracing(tracing, (peer) => isTrustedProxy(peer, trustedProxies)));
  const { program, contexts } = providePages(() => createVitrine(config()));
  // Imported after `selectProductionBuilds`, which must run first.
  const { default: next } = await import("next");
  const pages = next({
    dev: false,
    dir: root,
    port,
    // Next would handle upgrade requests on the server that it gets; this server never listens.
    httpServer: new Server(),
  });
  await pages.prepare();
  const renderPage = pages.getRequestHandler();
  const server = createFrontDoor({
    root,
    publicUrl,
    allowedHosts,
    application: program.application,
    slots: program.slots,
    onAnswered: program.onAnswered,
    inLocaleOf: createRequestLocales(locale),
    ...(trustedProxies.kind !== "none" && { connectionsPerPeerMax: null }),
    answerPage: (request, response, context) =>
      contexts.run(context, () => renderPage(request, response)),
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    exitWith(
      error.code === "EADDRINUSE"
        ? `Port ${port} is taken. Stop what uses it, or set PORT.`
        : `Port ${port} can't be used (${error.code}).`,
    );
  });
  server.listen(port, () => announceServer(config()));
  shutDownOnSignal(server, program, stopTracing);
  // A store that another version made stays unusable; one that cannot be reached may return.
  const problem = await program.storeVersionProblem();
  if (problem !== null) exitWith(`Vitrine can't start: ${problem}.`);
}

/**
 * On the first signal the server answers `/readyz` with 503, drains (lib/http/drain.ts), finishes
 * pending paid searches, closes the store and exits, which ends its children and workers. A second
 * signal ends the process at once. SIGINT (Ctrl+C) does not wait for a balancer.
 */
function shutDownOnSignal(
  server: Server,
  { config, remoteSearch, beginDraining, close }: Vitrine,
  stopTracing: (() => Promise<void>) | null,
): void {
  let signalledAtMs: number | null = null;
  const connections = connectionsOf(server);
  const shutDown = async (signal: NodeJS.Signals) => {
    if (signalledAtMs !== null && Date.now() - signalledAtMs > SAME_SIGNAL_MS) process.exit(1);
    if (signalledAtMs !== null) return;
    signalledAtMs = Date.now();
    beginDraining();
    const announceMs = signal === "SIGINT" ? 0 : config.drainMs;
    setTimeout(() => process.exit(0), announceMs + FINISH_MS).unref();
    await drain(server, { announceMs, connections });
    // Visitors of these searches have left, but the answers are paid for and go into the cache.
    while ((remoteSearch?.pendingCount() ?? 0) > 0) await wait(POLL_MS);
    await close();
    await stopTracing?.();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, shutDown);
}

// An uncaught error in one request must not end the server for all visitors.
process.on("unhandledRejection", (err) => log().error({ event: "unhandled_rejection", err }));
process.on("uncaughtException", (err) => log().error({ event: "uncaught_exception", err }));

await main().catch((error: unknown) => {
  if (error instanceof ConfigError) exitWith(error.message);
  exitWith(error instanceof Error ? String(error.stack) : String(error));
});
