import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FIXTURE_PICTURES } from "@/tests/support/pictures/fixture-pictures";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { startProduct } from "../support/next-server";
import { PORT } from "./measure";
import type { Known } from "./requests-of";

const ORIGIN = `http://127.0.0.1:${PORT}`;
const CALLER = "https://cms.example";
const SERVICE_KEY = "a key of the bench, long enough";
const TOKEN = "a token of the bench, long enough";
const PASSWORD = "a long enough password";
const OWN_PAGE = { origin: ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
/** Files of each picture of the library, so that a search can find more than 100. */
const COPIES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * Starts the built product in `folder` with a library and an operator who is signed in; with
 * `isRemote`, its searches go to a remote service.
 */
export async function startInstallation(folder: string, { isRemote }: { isRemote: boolean }) {
  const home = mkdtempSync(join(tmpdir(), "vitrine-bench-requests-"));
  const library = join(home, "library");
  writeLibrary(library);
  const service = await startFixtureService();
  const remote = {
    ...service.settings,
    VITRINE_MONTHLY_SEARCHES: "1000000",
    VITRINE_DAY_PACING: "off",
  };
  const env = {
    PORT: String(PORT),
    VITRINE_DATA_DIR: join(home, "data"),
    VITRINE_PUBLIC_URL: ORIGIN,
    VITRINE_SERVICE_KEY: SERVICE_KEY,
    VITRINE_METRICS_TOKEN: TOKEN,
    VITRINE_PICKER_ORIGINS: CALLER,
    VITRINE_LIBRARY_DIRS: library,
    VITRINE_GROUP_DUPLICATES: "off",
    VITRINE_SIGN_UP: "open",
    VITRINE_LOG_LEVEL: "silent",
    ...(isRemote && remote),
  };
  const { pid, stop } = await startProduct({ folder: resolve(folder), port: PORT, env });
  const cookie = await signUp(resolve(folder), env);
  return {
    pid,
    known: await readKnown(cookie, isRemote),
    /** Headers that permit requests to a route. Signing out would end the session. */
    headersFor(path: string): Record<string, string> {
      if (path === "/metrics") return { authorization: `Bearer ${TOKEN}` };
      if (path.startsWith("/v1/") && path !== "/v1/docs") return { "x-api-key": SERVICE_KEY };
      return { ...OWN_PAGE, ...(path !== "/sign-out" && { cookie }) };
    },
    async isSignedIn(): Promise<"yes" | "no"> {
      const { status } = await read("/account", { cookie });
      return status === 200 ? "yes" : "no";
    },
    async stop(): Promise<void> {
      await stop();
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function writeLibrary(folder: string): void {
  mkdirSync(folder);
  for (const { name, width, height, accentColor } of FIXTURE_PICTURES) {
    const bytes = solidPng(width, height, accentColor);
    for (const n of COPIES) writeFileSync(join(folder, `${name} ${n}.png`), bytes);
  }
}

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${ORIGIN}${path}`, { headers: { ...OWN_PAGE, ...headers }, redirect: "manual" });

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${ORIGIN}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...OWN_PAGE, ...headers },
    body: new URLSearchParams(fields),
  });

/** Creates an operator with a key; returns the cookies of a session. */
async function signUp(folder: string, env: Record<string, string>): Promise<string> {
  const program = join(folder, ".programs", "accounts.mjs");
  const { stdout } = spawnSync(process.execPath, [program, "operator"], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const [, token = ""] = /\/invitation\/(\S+)/.exec(stdout) ?? [];
  const email = "operator@a.example";
  const joined = await post("/api/invitation", { token, email, password: PASSWORD });
  const cookies = joined.headers.getSetCookie().map((each) => each.replace(/;.*/, ""));
  const cookie = cookies.join("; ");
  await post("/account/keys", { name: "a", search: "on", expires: "never" }, { cookie });
  return cookie;
}

type GalleryImage = {
  imageUrl: string;
  hostUrl: string | null;
  width: number | null;
  height: number | null;
  thumbnails: { path: string; widthsPx: number[] };
};

async function readKnown(cookie: string, isRemote: boolean): Promise<Known> {
  let images: GalleryImage[] = [];
  while (images.length === 0) {
    await wait(250);
    const answer = await post("/api/search", { q: "harbour" }, { accept: "application/json" });
    images = (await answer.json()).images;
  }
  const account = await (await read("/account", { cookie })).text();
  const accounts = await (await read("/console/accounts", { cookie })).text();
  const keyId = /name="id"[^>]*value="([^"]+)"/.exec(account)?.[1];
  const accountId = /\/console\/accounts\/([\w-]{8,})/.exec(accounts)?.[1];
  const [image] = images;
  if (keyId === undefined || accountId === undefined || image === undefined) {
    throw new Error("the console or the account page does not show the account and its key");
  }
  const ownId = isRemote ? "a" : image.imageUrl.replace(/^\/library\/|\/original$/g, "");
  const { path, widthsPx } = image.thumbnails;
  return {
    images: images.slice(0, 2).map(({ thumbnails, imageUrl, hostUrl, width, height }) => {
      return { imageUrl, hostUrl, width, height, proofs: [thumbnails.path] };
    }),
    ownId,
    keyId,
    accountId,
    origin: CALLER,
    paths: {
      "/thumb/*": `${path}${widthsPx[0]}`,
      "/library/:id": `/library/${ownId}`,
      "/library/:id/original": `/library/${ownId}/original`,
      "/console/accounts/:id": `/console/accounts/${accountId}`,
      "/invitation/:token": "/invitation/a",
      "/collections/:id": "/collections/a",
      "/picker": `/picker?origin=${encodeURIComponent(CALLER)}&session=${"a".repeat(22)}&version=1&mode=frame`,
    },
  };
}
