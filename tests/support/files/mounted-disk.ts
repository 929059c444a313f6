import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { onTestFinished } from "vitest";

/** Whether this process may mount disks. */
export const canMount =
  spawnSync("unshare", ["-m", "true"]).status === 0 && process.getuid?.() === 0;

/** Mounts an empty disk on a folder, which it makes, until `unmountDisk` or the end of the test. */
export function mountDisk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "vitrine-test", folder]);
  onTestFinished(() => {
    spawnSync("umount", [folder]);
  });
}

export function unmountDisk(folder: string): void {
  execFileSync("umount", [folder]);
}
