/**
 * `npm run up`: from a fresh clone to a running gallery. Installs and builds only what has changed,
 * starts the server, and prints its version and URL, the service in use, the key's file, and how long each
 * step took.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { BUILT, buildProduct } from "./build-product.mjs";
import {
  collected,
  fail,
  installProduct,
  isDoneFor,
  requireNode,
  root,
  run,
  say,
} from "./steps.mjs";

requireNode();
const beganAtMs = Date.now();
await installProduct();
const installedAtMs = Date.now();

// Next reads the same files itself; this program needs PORT from them.
const { default: nextEnv } = await import("@next/env");
nextEnv.loadEnvConfig(root, false, { info: () => {}, error: (text) => say(String(text)) });
const port = Number(process.env.PORT || 3000);
const address = `http://localhost:${port}`;

await requireFreePort();
if (!isDoneFor(...BUILT)) say("Building, which takes a minute or two …");
const build = collected();
if ((await buildProduct(build)) !== 0) fail(`${build.text()}\nThe build failed: see above.`);
const builtAtMs = Date.now();

const server = spawn(process.execPath, [".programs/server.mjs"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PORT: String(port) },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

const service = await serviceInUse();
const startedAtMs = Date.now();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
say(`\nVitrine ${version} answers at ${address}\n${service}\n${keyForPrograms()}`);
if (await hasNoAccount()) {
  say("To give other people accounts and keys, make yours: npm run accounts -- operator");
}
const [install, built, started] = [
  installedAtMs - beganAtMs,
  builtAtMs - installedAtMs,
  startedAtMs - builtAtMs,
].map((durationMs) => Math.round(durationMs / 1000));
say(`Seconds: ${install} to install, ${built} to build, ${started} to start.`);
say("Stop it with Ctrl+C.");

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

/** Prints where to find the key, never the key itself. */
function keyForPrograms() {
  if (process.env.VITRINE_SERVICE_KEY) return "The key for /v1/search is VITRINE_SERVICE_KEY.";
  const file = join(process.env.VITRINE_DATA_DIR || ".data", "service-key.secret");
  return `The key for /v1/search is in ${file}.`;
}

/** Returns false if the accounts cannot be read; the server reports that. */
async function hasNoAccount() {
  const { onOutput, text } = collected();
  const code = await run(process.execPath, [".programs/accounts.mjs", "list"], { onOutput });
  return code === 0 && text().startsWith("There are no accounts");
}

/** Waits up to a minute for the server, and describes the service in use. */
async function serviceInUse() {
  const giveUpAtMs = Date.now() + 60_000;
  while (Date.now() < giveUpAtMs) {
    try {
      const response = await fetch(`${address}/api/service`);
      if (response.ok) return serviceText(await response.json());
    } catch {
      // The server does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  return fail("The server did not answer within a minute; see its log above.");
}

function serviceText(service) {
  if (service.kind === "remote") return `Searches go to ${service.host}.`;
  const count = service.pictureCount.toLocaleString("en");
  return service.kind === "demo"
    ? `The built-in demo collection answers searches, ${count} pictures.`
    : `Your library answers searches, ${count} ${service.pictureCount === 1 ? "picture" : "pictures"} so far.`;
}
