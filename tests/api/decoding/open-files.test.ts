import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

test("with too many open files no decoder starts, nothing crashes, and the picture is read later", async () => {
  const program = await bundleProgram("crowded-inspector");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.png"), solidPng(8, 8, "#14406b"));
  const script = 'ulimit -n 512; exec "$@"';
  const args = [process.execPath, program, resolve(".programs", "decoder.mjs"), folder, "a.png"];
  const said = JSON.parse(
    execFileSync("/bin/sh", ["-c", script, "sh", ...args], { encoding: "utf8" }),
  );
  expect(said.starts[0]).toBe("EMFILE");
  expect(said.starts.at(-1)).toBe("ok");
  // The sandbox stays as strong, and the picture is not recorded as unusable.
  expect(said).toMatchObject({ detection: "EMFILE", unread: "EMFILE", inspected: "ok" });
});
