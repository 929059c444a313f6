import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { LabReport } from "@/tests/lab/attack";
import { FORBIDDEN_V4, FORBIDDEN_V6, PUBLIC_V4, PUBLIC_V6 } from "@/tests/lab/vectors";
import { photographPath } from "@/tests/support/pictures/photographs";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

/** Adds to the namespace every listed address that the kernel allows. */
const SET_UP = `
ip link set lo up || exit 97
for a in ${FORBIDDEN_V4.filter((address) => !address.startsWith("127.")).join(" ")} ${PUBLIC_V4}; do
  ip addr add $a/32 dev lo 2>/dev/null
done
for a in ${FORBIDDEN_V6.join(" ")} ${PUBLIC_V6}; do
  ip -6 addr add $a/128 dev lo nodad 2>/dev/null
done
ip addr show dev lo | grep -q ${PUBLIC_V4} || exit 97
exec "$@"`;

function inNamespace(...command: string[]): string[] {
  return ["--map-root-user", "--net", "--", "/bin/sh", "-c", SET_UP, "sh", ...command];
}

test("no spelling, IP address, name or redirect leads to the internal network; public IP addresses are reached", async ({
  skip,
}) => {
  const isPossible = spawnSync("unshare", inNamespace("true")).status === 0;
  skip(!isPossible, "skipped: this system allows no network namespace");
  const report = await run(await bundleProgram("attack", "lab"));
  expect(report.naive).toBeGreaterThanOrEqual(6);
  expect(report.forbidden).toEqual([]);
  expect(report.shown).toEqual([]);
  expect(Object.values(report.allowed)).toEqual([200, 200, 200, 200, 200]);
  expect(report.attacks).toBeGreaterThan(350);
  expect(report.rebindings).toBe(10_000);
  expect(report.rebindingsReached).toBeGreaterThan(4_000);
});

function run(program: string): Promise<LabReport> {
  const node = [
    process.execPath,
    program,
    resolve(".programs/decoder.mjs"),
    resolve(photographPath("march-pastoral")),
  ];
  const child = spawn("unshare", inNamespace(...node), { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      if (code === 0) done(JSON.parse(text) as LabReport);
      else failed(new Error(`the lab ended with ${code}`));
    });
  });
}
