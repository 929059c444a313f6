import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  DECODER_ENVIRONMENT,
  type DecoderSandbox,
  decoderCommand,
} from "@/lib/decoding/decoder-sandbox";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { listen, portOf } from "@/tests/support/servers/listen";

/** Tries what a decoder could do once a picture has taken it over, and prints the results. */
const BURGLAR = `
import { connect } from "node:net";
import { createRequire } from "node:module";
const [port, parent, hidden] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const attempt = (run) => { try { return run() } catch (error) { return "failed" } };
const fs = require("node:fs");
const found = {
  environment: Object.keys(process.env).filter((name) => !["MALLOC_ARENA_MAX", "PWD", "SHLVL", "_"].includes(name)),
  write: attempt(() => { fs.writeFileSync("/tmp/vitrine-burglar", "x"); return "written" }),
  read: attempt(() => fs.readdirSync(hidden).length),
  passwords: attempt(() => fs.readFileSync("/etc/passwd").length),
  kill: attempt(() => { process.kill(Number(parent), 0); return "could" }),
  child: attempt(() => require("node:child_process").spawnSync("true").status),
  code: attempt(() => Function("return 1")()),
};
found.connect = await new Promise((resolve) => {
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("connect", () => resolve("connected"));
  socket.on("error", () => resolve("failed"));
});
process.stdout.write(JSON.stringify(found));
process.exit(0);
`;

let folder: string;
const server = createServer();

beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "programs"));
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, "secrets", "key"), "secret");
  writeFileSync(join(folder, "programs", "burglar.mjs"), BURGLAR);
  await listen(server);
});
afterAll(() => {
  server.close();
});

function breakInto(sandbox: DecoderSandbox): Record<string, unknown> | null {
  const hidden = join(folder, "secrets");
  const { command, args } = decoderCommand(sandbox, {
    path: join(folder, "programs", "burglar.mjs"),
    hiddenPaths: [hidden],
    isBackground: false,
  });
  const { stdout, status } = spawnSync(
    command,
    [...args, String(portOf(server)), String(process.pid), hidden],
    {
      env: DECODER_ENVIRONMENT as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    },
  );
  return status === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : null;
}

const AT_LEAST = {
  environment: [],
  write: "failed",
  read: "failed",
  passwords: "failed",
  child: "failed",
  code: "failed",
};

test.for([
  ["sealed", { ...AT_LEAST, kill: "failed", connect: "failed" }],
  ["no-network", { ...AT_LEAST, connect: "failed" }],
  ["limited", AT_LEAST],
  ["bare", AT_LEAST],
] as const)(
  "who takes over a %s decoder gets nowhere it shuts",
  ([sandbox, expected], { skip }) => {
    const found = breakInto(sandbox);
    // Systems without user namespaces lack this sandbox; the pool then takes the next one.
    skip(found === null && sandbox !== "bare", `skipped: this system allows no ${sandbox} sandbox`);
    expect(found).toMatchObject(expected);
  },
);

/** Reads files in a sealed sandbox, by a program to which Node's permissions do not apply. */
function readSealed(program: string, hiddenPaths: string[], ...files: string[]) {
  const { command, args } = decoderCommand("sealed", {
    path: program,
    hiddenPaths,
    isBackground: false,
  });
  const inner = [...args.slice(0, args.indexOf(process.execPath)), "/bin/cat", ...files];
  const { stdout, stderr } = spawnSync(command, inner, { encoding: "utf8" });
  return { stdout, isSealed: !stderr.includes("unshare") };
}

test("folders and single files are hidden from any code in a sealed decoder", ({ skip }) => {
  const program = join(folder, "programs", "burglar.mjs");
  const settings = join(folder, "settings");
  writeFileSync(settings, "KEY=secret");
  const files = [join(folder, "secrets", "key"), settings, join(folder, "not-there")];
  const open = readSealed(program, [], ...files);
  skip(!open.isSealed, "skipped: this system allows no sealed sandbox");
  expect(open.stdout).toBe("secretKEY=secret");
  expect(readSealed(program, [join(folder, "secrets"), settings], ...files).stdout).toBe("");
});

test("a path inside a hidden folder, and the target of a link in it, may be listed too", ({
  skip,
}) => {
  const program = join(folder, "programs", "burglar.mjs");
  const elsewhere = join(folder, "elsewhere");
  const linked = join(folder, "secrets", "linked");
  writeFileSync(elsewhere, "secret elsewhere");
  symlinkSync(elsewhere, linked);
  const open = readSealed(program, [], elsewhere);
  skip(!open.isSealed, "skipped: this system allows no sealed sandbox");
  expect(open.stdout).toBe("secret elsewhere");
  const secrets = join(folder, "secrets");
  const hidden = [secrets, join(secrets, "key"), linked];
  // Read last, as a proof that the sandbox started.
  const { stdout } = readSealed(program, hidden, join(secrets, "key"), elsewhere, program);
  expect(stdout).toBe(BURGLAR);
});

test("a folder that contains the decoder is hidden except for the files that the decoder needs", ({
  skip,
}) => {
  const program = join(folder, "programs", "burglar.mjs");
  const secret = join(folder, "secrets", "key");
  const open = readSealed(program, [], secret);
  skip(!open.isSealed, "skipped: this system allows no sealed sandbox");
  expect(readSealed(program, [folder], secret).stdout).toBe("");
  expect(readSealed(program, [folder], program).stdout).toContain("burglar");
});
