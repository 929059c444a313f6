import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../support/servers/listen";

/** A user without any file; root's files are read-only for it. */
const OTHER_USER = 10_001;
const isRoot = process.getuid?.() === 0;

// Packing takes twenty seconds.
test.skip(!process.env.VITRINE_TEST_DEEP, "only in verify --deep");

test("the packed server runs alone, as another user, and lists what it ships", async ({ page }) => {
  execFileSync(process.execPath, ["lib/programs/pack-server.mjs"], { stdio: "ignore" });
  const folder = mkdtempSync(join(tmpdir(), "vitrine-packed-"));
  execFileSync("tar", ["-xzf", "vitrine-server.tgz", "-C", folder]);
  const root = join(folder, "vitrine");
  const files = readdirSync(root, { recursive: true }) as string[];
  expect(files.filter((path) => /\.(?:map|[cm]?tsx?)$/.test(path))).toEqual([]);
  for (const name of ["typescript", "vitest", "playwright", "@biomejs"]) {
    expect(existsSync(join(root, "node_modules", name))).toBe(false);
  }
  const sbom = JSON.parse(readFileSync(join(root, "sbom.cdx.json"), "utf8"));
  const names = sbom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["libsql", "next", "react", "sharp", "zod"]));

  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-packed-data-"));
  const user = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  if (isRoot) {
    chownSync(dataDir, OTHER_USER, OTHER_USER);
    execFileSync("chmod", ["-R", "go+rX", folder]);
  }
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, "server.mjs")], {
    cwd: "/",
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      PORT: String(port),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_DRAIN_SECONDS: "0",
    },
    ...user,
  });
  try {
    const address = `http://localhost:${port}`;
    await expect
      .poll(() =>
        fetch(`${address}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await page.goto(`${address}/search?q=sea`);
    const first = page.locator("[data-image-id] img").first();
    await expect
      .poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(1);
    const key = readFileSync(join(dataDir, "service-key.secret"), "utf8").trim();
    const answer = await fetch(`${address}/v1/search?q=sea`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${address}/v1/docs`)).status).toBe(200);
  } finally {
    server.kill();
  }
  if (server.exitCode === null) await once(server, "exit");
  expect(server.exitCode).toBe(0);
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});
