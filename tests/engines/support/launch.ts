import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type EngineName, findEngines } from "@/lib/programs/engines.mjs";
import { freePort } from "../../support/servers/listen";
import { openBidi } from "./bidi";
import type { Driver } from "./driver";
import { openWebDriver } from "./webdriver";

export type Engine = {
  name: EngineName;
  driver: Driver;
  /** Where the browser saves files. */
  downloads: string;
  close(): Promise<void>;
};

/** At first; `resize` sets the size of the page. */
const WINDOW = { width: 1280, height: 1000 };

/** Starts a browser with an empty profile and without a display; its pages run scripts, or none. */
export async function launch(name: EngineName, hasScripts = true): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), `vitrine-${name}-`));
  const downloads = join(home, "downloads");
  mkdirSync(downloads);
  const started: ChildProcess[] = [];
  /** Ends with `close`. The streams are drained, except of a display's number. */
  const start = (command: string, args: readonly string[], env = {}) => {
    const child = spawn(command, args, {
      env: { ...process.env, HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      // The leader of a group, which ends with all its processes.
      detached: true,
    });
    child.stdout?.resume();
    child.stderr?.resume();
    started.push(child);
    return child;
  };
  const close = async () => {
    for (const child of started.reverse()) {
      if (child.pid === undefined) continue;
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      const ended = hasEnded ? null : once(child, "exit");
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // Nothing of the group is left.
      }
      await ended;
    }
    // Processes of other groups may write until they end.
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    const driver = await DRIVERS[name]({ home, downloads, hasScripts, start });
    return {
      name,
      driver,
      downloads,
      async close() {
        await driver.close().catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Launch = {
  home: string;
  downloads: string;
  hasScripts: boolean;
  start(
    command: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): ChildProcess;
};

const DRIVERS: Record<EngineName, (launch: Launch) => Promise<Driver>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};

async function openChromium({ downloads, hasScripts, start }: Launch): Promise<Driver> {
  const { chromium } = findEngines();
  const port = await freePort();
  const driver = start(chromium?.driver ?? "", [`--port=${port}`]);
  await lineOf(driver.stdout, /started successfully/);
  return openWebDriver(port, {
    "goog:chromeOptions": {
      binary: chromium?.browser,
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        `--window-size=${WINDOW.width},${WINDOW.height}`,
        // A machine without a mouse states neither hover (2) nor a fine pointer (4).
        "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
      ],
      prefs: {
        "download.default_directory": downloads,
        // 2: blocks scripts.
        ...(!hasScripts && { "profile.managed_default_content_settings.javascript": 2 }),
      },
    },
  });
}

async function openFirefox({ home, downloads, hasScripts, start }: Launch): Promise<Driver> {
  const preferences = {
    // A headless Firefox states neither hover (4) nor a fine pointer (2).
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    "javascript.enabled": hasScripts,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.download.alwaysOpenPanel": false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  const profile = join(home, "profile");
  mkdirSync(profile);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = [
    ...["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
    ...["--width", `${WINDOW.width}`, "--height", `${WINDOW.height}`],
  ];
  const browser = start(findEngines().firefox ?? "", args);
  const [, url] = await lineOf(browser.stderr, /listening on (ws:\S+)/);
  return openBidi(`${url}/session`);
}

async function openWebKit({ home, downloads, hasScripts, start }: Launch): Promise<Driver> {
  const { webkit } = findEngines();
  const config = join(home, ".config");
  mkdirSync(config);
  writeFileSync(join(config, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // It writes the number of its display to the stream 3.
  const screen = ["-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-displayfd", "3"];
  const display = start("Xvfb", screen);
  const [number] = await lineOf(display.stdio[3] as Readable, /\d+/);
  const port = await freePort();
  start(webkit?.driver ?? "", ["-p", String(port)], {
    DISPLAY: `:${number}`,
    XDG_CONFIG_HOME: config,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_RUNTIME_DIR: home,
    NO_AT_BRIDGE: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    // Its sandbox needs user namespaces, and not to be root.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  });
  await answering(`http://127.0.0.1:${port}/status`);
  return openWebDriver(port, {
    "webkitgtk:browserOptions": {
      binary: webkit?.browser,
      args: ["--automation", `--enable-javascript=${hasScripts}`],
    },
  });
}

/** Resolves with the first line that matches; rejects if the stream ends before. */
async function lineOf(stream: Readable | null, pattern: RegExp): Promise<RegExpExecArray> {
  if (stream === null) throw new Error("no stream");
  for await (const line of createInterface({ input: stream })) {
    const match = pattern.exec(line);
    if (match === null) continue;
    stream.resume();
    return match;
  }
  throw new Error(`the browser ended without ${pattern}`);
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
