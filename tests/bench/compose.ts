/**
 * Starts each size of compose.yaml as processes in place of containers, with the environment that it
 * sets, PostgreSQL, and nginx with docs/deploy/nginx.conf; then, through the port that visitors use, a
 * search, a picture, an account and an API key: `npm run bench:compose`, after `npm run build`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { type Installation, startInstallation } from "@/tests/e2e/support/installation";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { COMPOSE_SIZES, serversOfCompose } from "@/tests/support/servers/compose-file";
import { freePort } from "@/tests/support/servers/listen";
import { startNginx } from "@/tests/support/servers/nginx";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";
import { equals, sayVerdicts, type Verdict } from "./support/verdicts";

const DATABASE_PASSWORD = "a-password-of-this-bench";
const EMAIL = "desk@operator.example";
const PASSWORD = "four quiet yellow boats";

const verdicts: Verdict[] = [];
for (const size of COMPOSE_SIZES) verdicts.push(...(await check(size)));
sayVerdicts(verdicts);
process.exit();

async function check(size: (typeof COMPOSE_SIZES)[number]): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-compose-"));
  const database = size === "alone" ? null : await startPostgresServer();
  const databaseHost = database === null ? "" : await createDatabase(database.url);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const environments = Object.entries(
    serversOfCompose(size, {
      ...sharedSecrets(),
      DATABASE_PASSWORD,
      PICTURES: "./demo/pictures",
      VITRINE_PUBLIC_URL: address,
    }),
  );
  const servers: Installation[] = [];
  let nginx: Awaited<ReturnType<typeof startNginx>> | null = null;
  try {
    for (const [name, settings] of environments) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir);
      if (settings.DATABASE_URL !== undefined) {
        settings.DATABASE_URL = settings.DATABASE_URL.replace("@database/", `@${databaseHost}/`);
      }
      const PORT = String(size === "fleet" ? await freePort() : port);
      servers.push(await startInstallation({ ...settings, PORT }, dataDir));
    }
    if (size === "fleet") {
      nginx = await startNginx({ addresses: servers.map((each) => each.address), folder, port });
    }
    const picture = await firstPicture(address);
    const [[name = "", settings = {}] = []] = environments;
    const key = await newKey(address, {
      ...settings,
      PORT: new URL(servers[0]?.address ?? "").port,
      VITRINE_DATA_DIR: join(folder, name),
    });
    // As often as there are servers, so that each answers once.
    const statuses: number[] = [];
    for (const _ of servers) {
      const headers = { "x-api-key": key };
      statuses.push((await fetch(`${address}/v1/search?q=aurora`, { headers })).status);
    }
    return [
      equals(`${size}: servers`, servers.length, size === "fleet" ? 3 : 1),
      equals(`${size}: picture`, picture, "200 image/jpeg"),
      equals(`${size}: searches with the new key`, statuses.join(), servers.map(() => 200).join()),
    ];
  } finally {
    await nginx?.stop();
    for (const server of servers) await server.stop();
    await database?.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates the user and the database of compose.yaml. @returns the server's host and port */
async function createDatabase(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 });
  await sql.unsafe(`CREATE ROLE vitrine LOGIN PASSWORD '${DATABASE_PASSWORD}'`);
  await sql.unsafe("CREATE DATABASE vitrine OWNER vitrine");
  await sql.end();
  return new URL(url).host;
}

/** Searches until the library is read. @returns status and type of the first thumbnail found */
async function firstPicture(address: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const found = await fetch(`${address}/api/search?q=aurora`);
    const { images = [] } = (await found.json()) as { images?: { thumbnails: Thumbnails }[] };
    const [first] = images;
    if (first !== undefined) {
      const { path, widthsPx } = first.thumbnails;
      const picture = await fetch(`${address}${path}${widthsPx[0]}`);
      return `${picture.status} ${picture.headers.get("content-type")}`;
    }
    await wait(200);
  }
  return "nothing found";
}

type Thumbnails = { path: string; widthsPx: number[] };

/** Makes an account with the link of a new invitation, and a key, as the forms of the pages do. */
async function newKey(address: string, settings: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...settings };
  const args = [".programs/accounts.mjs", "operator", EMAIL];
  const [link = ""] = execFileSync(process.execPath, args, { env, encoding: "utf8" }).split("\n");
  const token = new URL(link).pathname.replace("/invitation/", "");
  const joined = await post(`${address}/api/invitation`, "", {
    token: decodeURIComponent(token),
    email: EMAIL,
    password: PASSWORD,
  });
  const form = { name: "Layout import", search: "on", expires: "never" };
  const created = await post(`${address}/account/keys`, joined, form);
  const page = await fetch(`${address}/account`, { headers: { cookie: `${joined}; ${created}` } });
  return /vt_live_\w+/.exec(await page.text())?.[0] ?? "no key";
}

/** Posts a form of our own page. @returns the cookies that the response sets */
async function post(url: string, cookie: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: new URL(url).origin },
    body: new URLSearchParams(form),
  });
  if (response.status !== 303) throw new Error(`${url}: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}
