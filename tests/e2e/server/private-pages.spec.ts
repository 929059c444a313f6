import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { type Installation, startInstallation } from "../support/installation";

/*
 * Every page with every principal, in the built product: Next renders pages, and parses paths in
 * its own way. tests/api/accounts/route-matrix.test.ts does the same with the other routes, and
 * tests/api/routes.test.ts compares the table with the pages of `app`.
 */

const PASSWORD = "a long enough password";

/** The path of each page in `app`. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|[\\/])page\.tsx$/.test(file))
  .map((file) => `/${dirname(file).replaceAll("\\", "/")}`.replace(/^\/\.$/, "/"))
  .map((path) => path.replace(/\[\w+\]/g, "a"));

const ofAccount = PAGES.filter((path) => /^\/account(?:\/|$)/.test(path));
const ofConsole = PAGES.filter((path) => /^\/console(?:\/|$)/.test(path));
const ofAll = PAGES.filter((path) => !ofAccount.includes(path) && !ofConsole.includes(path));

let dataDir: string;
let installation: Installation;
let cookies: Record<"account" | "operator" | "ended", string>;

// Starts its installation once.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "vitrine-pages-"));
  installation = await startInstallation({}, dataDir);
  cookies = {
    account: await newPerson("invite", "account@example.com"),
    operator: await newPerson("operator", "operator@example.com"),
    ended: await newPerson("operator", "gone@example.com"),
  };
  expect((await send("/sign-out", { method: "POST", cookie: cookies.ended })).status).toBe(303);
});

test.afterAll(async () => {
  await installation.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

type Sent = {
  method?: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Sends a request target unchanged. */
function send(
  path: string,
  { method = "GET", cookie, headers = {}, body = "" }: Sent = {},
): Promise<{ status: number; location: string | null; setCookie: string; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = openRequest(
      installation.address,
      {
        path,
        method,
        agent: false,
        headers: {
          ...(cookie !== undefined && { cookie }),
          ...(method === "POST" && {
            origin: installation.address,
            "content-type": "application/x-www-form-urlencoded",
            "content-length": Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          setCookie: response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
          text: Buffer.concat(chunks).toString(),
        });
      },
    );
    asked.once("error", reject);
    asked.end(body);
  });
}

/** Creates an account as an operator and a person do; returns the cookie of its session. */
async function newPerson(command: "invite" | "operator", email: string): Promise<string> {
  const { port } = new URL(installation.address);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [".programs/accounts.mjs", command, email],
    { env: { ...process.env, VITRINE_DATA_DIR: dataDir, PORT: port } },
  );
  const token = /\/invitation\/(\S+)/.exec(stdout)?.[1] ?? "";
  const body = new URLSearchParams({ token, password: PASSWORD }).toString();
  const joined = await send("/api/invitation", { method: "POST", body });
  expect([joined.status, joined.location]).toEqual([303, "/account"]);
  return joined.setCookie;
}

test("pages of the account are only for accounts, pages of the console only for operators", async () => {
  expect(ofAccount.length).toBeGreaterThan(0);
  expect(ofConsole.length).toBeGreaterThan(0);
  for (const path of [...ofAccount, ...ofConsole]) {
    for (const cookie of [undefined, cookies.ended, "vitrine-session=a.b"]) {
      const { status, location } = await send(path, { ...(cookie !== undefined && { cookie }) });
      expect([path, status]).toEqual([path, 307]);
      expect(location).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
    }
    const isOfConsole = ofConsole.includes(path);
    const byAccount = await send(path, { cookie: cookies.account });
    expect([path, byAccount.status]).toEqual([path, isOfConsole ? 404 : 200]);
    const byOperator = await send(path, { cookie: cookies.operator });
    // No account has this id.
    expect([path, byOperator.status]).toEqual([path, path === "/console/accounts/a" ? 404 : 200]);
  }
});

test("every other page is public", async () => {
  // The demo collection has no picture with this id, sign-up is closed, and no program opens the picker.
  const refused: Record<string, number> = { "/library/a": 404, "/sign-up": 404, "/picker": 403 };
  for (const path of ofAll) {
    const expected = refused[path] ?? 200;
    for (const cookie of [undefined, cookies.account, cookies.operator, cookies.ended]) {
      const isSignedIn = cookie === cookies.account || cookie === cookies.operator;
      const { status } = await send(path, { ...(cookie !== undefined && { cookie }) });
      const itsOwn = path === "/sign-in" && isSignedIn ? 307 : expected;
      expect([path, status]).toEqual([path, itsOwn]);
    }
  }
});

test("no other spelling, header or parameter opens a private page", async () => {
  const shown = (text: string) => /(?:account|operator)@example\.com/.test(text);
  for (const path of [...ofAccount, ...ofConsole]) {
    const first = path.charCodeAt(1).toString(16);
    const spellings = [
      `/%${first}${path.slice(2)}`,
      `/%${first.toUpperCase()}${path.slice(2)}`,
      `/${path}`,
      `/.${path}`,
      `/%2e${path}`,
      `/about/..${path}`,
      `/about/%2e%2e${path}`,
      `/about/..%2f${path.slice(1)}`,
      `${path}/`,
      `${path}/.`,
      `${path}.rsc`,
      `${path}.txt`,
      `${path};a=1`,
      `${path}%00`,
      path.toUpperCase(),
      `${path}?_rsc=1`,
      `${path}?to=/`,
      `/_next/data/build${path}.json`,
    ];
    const headers = [
      {},
      { rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { rsc: "1", "next-router-segment-prefetch": "/_tree" },
      { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
      { "x-nextjs-data": "1", "x-invoke-path": path },
    ];
    for (const spelling of spellings) {
      for (const sent of [headers[0], headers[1]]) {
        const { status, text } = await send(spelling, {
          ...(sent !== undefined && { headers: sent }),
        });
        // Next answers `.rsc` of a page with an id with a stream, whose content is the redirect.
        const isRedirect = text.includes("NEXT_REDIRECT;replace;/sign-in?");
        expect([spelling, sent, isRedirect || [307, 308, 400, 404].includes(status)]).toEqual([
          spelling,
          sent,
          true,
        ]);
        expect(shown(text)).toBe(false);
      }
    }
    for (const sent of headers) {
      const { status, text } = await send(path, { headers: sent });
      expect([path, sent, status]).toEqual([path, sent, 307]);
      expect(shown(text)).toBe(false);
    }
  }
});
