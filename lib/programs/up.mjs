/**
 * `npm run up`: from a fresh clone to a running gallery. Installs and builds only what changed
 * since the last time, starts the server, and says where it is and which service answers.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { buildProduct, fail, install, requireNode, root, say } from "./steps.mjs";

requireNode();
await install();

// Next reads the same files itself; they are read here for PORT.
const { default: nextEnv } = await import("@next/env");
nextEnv.loadEnvConfig(root, false, { info: () => {}, error: (text) => say(String(text)) });
const port = Number(process.env.PORT || 3000);
const address = `http://localhost:${port}`;

await requireFreePort();
await buildProduct();

const server = spawn(process.execPath, [".programs/server.mjs"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PORT: String(port) },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

say(`\nVitrine answers at ${address}\n${await serviceInUse()}\nStop it with Ctrl+C.`);

function requireFreePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (error.code === "EADDRINUSE") {
        fail(`Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm run up`);
      }
      fail(`Port ${port} can't be used (${error.code}). Choose another: PORT=3001 npm run up`);
    });
    probe.listen(port, () => probe.close(resolve));
  });
}

/** Waits until the server answers, at most a minute, and puts its service into words. */
async function serviceInUse() {
  const giveUpAtMs = Date.now() + 60_000;
  while (Date.now() < giveUpAtMs) {
    try {
      const response = await fetch(`${address}/api/service`);
      if (response.ok) return inWords(await response.json());
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  return fail("The server did not answer within a minute: see its words above.");
}

function inWords(service) {
  if (service.kind === "remote") return `Searches go to ${service.host}.`;
  const count = service.pictureCount.toLocaleString("en");
  return service.kind === "demo"
    ? `Searches are answered by the built-in demo collection, ${count} pictures.`
    : `Searches are answered by your library, ${count} pictures so far.`;
}
