/**
 * Finds or installs a Chromium for the browser tests. In this order: a path from the environment, an
 * installed Chromium, Playwright's stored or new download, Debian's package (as root).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage, say, tool } from "./steps.mjs";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Chromium without a window system: journeys take half of the CPU time. */
const SHELL = "chromium-headless-shell";

/** Returns the path of a Chromium on the PATH, or null. */
export function installedChromium() {
  return firstOnPath(COMMANDS);
}

/** Returns the path of the headless shell on the PATH, or of another Chromium, or null. */
export function installedShell() {
  return firstOnPath([SHELL, ...COMMANDS]);
}

function firstOnPath(commands) {
  for (const command of commands) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, command);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

async function playwrightChromium() {
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

/** Returns the path of a Chromium that is already there, or null. */
export async function findChromium() {
  const named = process.env.VITRINE_CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  return installedChromium() ?? (await playwrightChromium());
}

/** @returns the path of a Chromium; throws an error that lists every way to get one. */
export async function getChromium() {
  if (process.env.VITRINE_CHROMIUM && !existsSync(process.env.VITRINE_CHROMIUM)) {
    throw new Error("VITRINE_CHROMIUM names a file that is not there.");
  }
  const found = await findChromium();
  if (firstOnPath([SHELL]) === null) await installDebianPackage(SHELL);
  if (found) return found;

  await installDebianPackage("chromium");
  const packaged = installedChromium();
  if (packaged) return packaged;

  say("Trying Playwright's own download …");
  // A closed network can leave the download hanging; three minutes are plenty for an open one.
  spawnSync(process.execPath, [tool("playwright"), "install", "chromium"], {
    stdio: "ignore",
    timeout: 180_000,
  });
  const downloaded = await playwrightChromium();
  if (downloaded) return downloaded;
  throw new Error(
    [
      "The browser tests need Chromium, and none could be found or installed. Any of these will do:",
      "  - VITRINE_CHROMIUM=/path/to/chromium npm run verify",
      "  - install chromium or google-chrome so that it is on the PATH",
      "  - npx playwright install chromium",
      "  - apt-get install chromium chromium-headless-shell (as root, on Debian and its relatives)",
    ].join("\n"),
  );
}
