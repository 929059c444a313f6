import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
// @ts-expect-error -- a plain launcher script without types
import { BUILT } from "../../lib/programs/build-product.mjs";
// @ts-expect-error -- a plain launcher script without types
import { INSTALLED, isDoneFor } from "../../lib/programs/steps.mjs";
import { copyPhotographs, photographPath } from "../support/pictures/photographs";
import { FIXTURE_KEY, FIXTURE_PORT } from "./support/start-fixture";

/** README.md's fenced blocks: commands have no language, the manifest is JSON. */
const BLOCKS = [...readFileSync("README.md", "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", content = ""]) => ({ language, content }),
);
const LINES = BLOCKS.filter(({ language }) => language === "").flatMap(({ content }) =>
  content.trim().split("\n"),
);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const MANIFEST = BLOCKS.find(({ language }) => language === "json")?.content ?? "";

let port: number;
let folder: string;
type Child = ChildProcessByStdio<null, Readable, Readable>;

let running: { process: Child; output: string } | null = null;

/** How to run each command; `run` and `start` replace what differs between machines. */
const COMMANDS: Record<string, (line: string) => Promise<void>> = {
  "npm run up": async (line) => {
    const output = await start(line);
    expect(output).toContain("built-in demo collection");
    const [, keyFile = ""] = /in (\S+service-key\.secret)\./.exec(output) ?? [];
    expect(output).not.toContain(readFileSync(keyFile, "utf8").trim());
  },
  "curl 'localhost:3000/api/search?q=sea&count=10'": async (line) => {
    expect(JSON.parse(await run(line)).images).toHaveLength(10);
  },
  "curl -H \"X-API-Key: $(cat .data/service-key.secret)\" 'localhost:3000/v1/search?q=sea'": async (
    line,
  ) => {
    expect(JSON.parse(await run(line)).value.length).toBeGreaterThan(0);
  },
  "npm run doctor": async (line) => {
    expect(await run(line)).toContain("Settings");
  },
  "npm run library -- add /home/me/Pictures": async (line) => {
    expect(await run(line)).toContain("9 added");
  },
  "npm run library -- add pictures/manifest.json": async (line) => {
    expect(await run(line)).toContain("1 added");
  },
  "npm run library -- list": async (line) => {
    expect(await run(line)).toMatch(/9 .*photographs[\s\S]*1 .*manifest\.json/);
  },
  "npm run --silent library -- export /home/me/Pictures > pictures.json": async (line) => {
    const output = await run(line.replace(/ > .*/, ""));
    expect(JSON.parse(output).pictures).toHaveLength(9);
  },
  "npm run accounts -- operator": async (line) => {
    expect(await run(line)).toMatch(/^http:\/\/\S+\/invitation\/\S+$/m);
  },
  "npm run accounts -- invite ada@example.com": async (line) => {
    expect(await run(line)).toMatch(/^http:\/\/\S+\/invitation\/\S+$/m);
  },
  "VITRINE_LIBRARY_DIRS=/home/me/Pictures npm run up": async (line) => {
    expect(await start(line)).toContain("Your library");
  },
  "SEARCH_API_URL=https://images.example.com SEARCH_API_KEY=… npm run up": async (line) => {
    expect(await start(line)).toContain(`Searches go to 127.0.0.1:${FIXTURE_PORT}`);
  },
  // `npm run verify` runs this test, so its own run proves that it works.
  "npm run verify": async () => {},
};

test.beforeAll(async () => {
  const isReady = isDoneFor(...INSTALLED) && isDoneFor(...BUILT);
  expect(isReady, "`npm run up` would install or build: run `npm run verify` first").toBe(true);
  const probe = createServer().listen(0);
  await once(probe, "listening");
  ({ port } = probe.address() as { port: number });
  await new Promise((closed) => probe.close(closed));
});

test.afterEach(stop);

test("every command of the README has a way to be run here", () => {
  expect(Object.keys(COMMANDS).sort()).toEqual([...LINES].sort());
});

test("every command of the README works", async () => {
  folder = test.info().outputPath("installation");
  const photographs = join(folder, "photographs");
  copyPhotographs(photographs);
  const pictures = join(folder, "pictures");
  mkdirSync(pictures);
  writeFileSync(join(pictures, "manifest.json"), MANIFEST);
  const { pictures: listed } = JSON.parse(MANIFEST) as { pictures: { file: string }[] };
  for (const { file } of listed) {
    writeFileSync(join(pictures, file), readFileSync(photographPath("nagasaki-boats")));
  }
  for (const [line, command] of Object.entries(COMMANDS)) {
    await test.step(line, () => command(line));
  }
});

/** Replaces the README's port, folders and service with this test's. */
function adapted(line: string): string {
  return line
    .replace("localhost:3000", `localhost:${port}`)
    .replace(".data/", `${join(folder, "data")}/`)
    .replace("/home/me/Pictures", resolve(folder, "photographs"))
    .replace("pictures/manifest.json", join(folder, "pictures", "manifest.json"))
    .replace("https://images.example.com", `http://127.0.0.1:${FIXTURE_PORT}`)
    .replace("…", FIXTURE_KEY);
}

function spawned(line: string): Child {
  return spawn("sh", ["-c", adapted(line)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      VITRINE_DATA_DIR: join(folder, "data"),
      VITRINE_LOG_LEVEL: "error",
    },
  });
}

/** Runs a command to its end; returns its output. */
async function run(line: string): Promise<string> {
  const child = spawned(line);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  expect(code, errors).toBe(0);
  return output;
}

/** Replaces the last server by a new one, waits until it prints its URL, and returns its output. */
async function start(line: string): Promise<string> {
  await stop();
  const child = spawned(line);
  const started = { process: child, output: "" };
  running = started;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece: Buffer) => {
      started.output += piece.toString();
    });
  }
  await expect
    .poll(() => (child.exitCode === null ? started.output : "it has ended"))
    .toMatch(/Stop it with Ctrl\+C|it has ended/);
  expect(started.output).toContain(`Vitrine ${version} answers at http://localhost:${port}`);
  return started.output;
}

async function stop(): Promise<void> {
  const child = running?.process;
  running = null;
  if (child?.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, "SIGINT");
  await once(child, "exit");
}
