import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
// @ts-expect-error -- a plain launcher script without types
import { tool } from "@/lib/programs/steps.mjs";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const run = promisify(execFile);

const PROGRAM = `
import { type Picked, pick, PickerError, returned } from "@vitrine/picker";

const images: Picked[] | null = returned();
export const crop = images?.[0]?.crop?.width;
export const first = () =>
  pick({ callerName: "CMS", slots: [{ name: "hero", width: 1600, height: 900 }] }).then(
    ([image]) => image?.credits.markdown,
    (error) => (error instanceof PickerError && error.code === "closed" ? null : undefined),
  );
document.querySelector("image-picker")?.images.map(({ alternativeText }) => alternativeText);
// @ts-expect-error -- a slot has a name
export const wrong = () => pick({ callerName: "CMS", slots: [{ width: 1600 }] });
`;

test("the packed package installs offline into an empty project, with types, and loads in Node", async () => {
  const folder = temporaryFolder();
  await run("npm", ["pack", "--pack-destination", folder], {
    cwd: join(PROJECT_ROOT, "packages", "picker"),
  });
  const [tarball = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const inFolder = { cwd: folder };
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], inFolder);
  const types = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
  const { stdout } = await run(
    process.execPath,
    [tool("tsc"), ...types, "--exactOptionalPropertyTypes", "program.ts"],
    inFolder,
  ).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
  const names = "console.log(Object.keys(await import('@vitrine/picker')).join())";
  const loaded = await run(process.execPath, ["--input-type=module", "--eval", names], inFolder);
  expect(loaded.stdout.trim()).toBe("PickerError,pick,returned");
});
