/**
 * Finds or installs a browser of each engine, and what drives it: installed programs, or Debian's
 * packages (as root).
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installedChromium } from "./chromium.mjs";
import { installDebianPackage, isDebianRoot, say } from "./steps.mjs";

const LIBRARIES = "/usr/lib";

function onPath(...commands) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** WebKitGTK's browser for tests, which is not on the PATH. */
function miniBrowser() {
  if (!existsSync(LIBRARIES)) return null;
  const paths = readdirSync(LIBRARIES)
    .filter((name) => name.endsWith("-linux-gnu"))
    .map((name) => join(LIBRARIES, name, "webkit2gtk-4.1", "MiniBrowser"));
  return paths.find((path) => existsSync(path)) ?? null;
}

function pairOf(browser, driver) {
  return browser === null || driver === null ? null : { browser, driver };
}

/** Returns the browsers that are installed, by engine; null for an engine without one. */
export function findEngines() {
  return {
    chromium: pairOf(installedChromium(), onPath("chromedriver")),
    firefox: onPath("firefox-esr", "firefox"),
    webkit: onPath("Xvfb") && pairOf(miniBrowser(), onPath("WebKitWebDriver")),
  };
}

const PACKAGES = {
  chromium: ["chromium", "chromium-driver"],
  firefox: ["firefox-esr"],
  webkit: ["webkit2gtk-driver", "xvfb"],
};

/**
 * Installs missing browsers where that is possible. Throws an error if continuous integration, which
 * can install them, lacks one.
 *
 * @returns what it found, for people
 */
export async function getEngines() {
  for (const [name, found] of Object.entries(findEngines())) {
    for (const each of found === null ? PACKAGES[name] : []) await installDebianPackage(each);
  }
  const engines = Object.entries(findEngines());
  for (const [name, found] of engines) {
    if (found !== null) continue;
    const text = `No journeys in ${name}: Debian's packages ${PACKAGES[name].join(", ")} are missing.`;
    if (process.env.CI && isDebianRoot()) throw new Error(text);
    say(text);
  }
  return `engines: ${engines.flatMap(([name, found]) => (found === null ? [] : name)).join(", ")}`;
}
