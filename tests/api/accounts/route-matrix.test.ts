import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/contract/account";
import { createPickerGrants, pickerGrantsEndpoint } from "@/lib/picker/grants";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import { usageEndpoint } from "@/lib/service/api/usage-endpoint";
import { createServiceKeys } from "@/lib/service/identify-key";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import type { Route } from "@/lib/web/route";
import { newApiKey } from "@/tests/support/accounts/accounts";
import { peopleOf } from "@/tests/support/accounts/signed-in";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { askOverHttp } from "@/tests/support/requests/http-request";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";
import { METRICS_TOKEN, productRoutes } from "@/tests/support/servers/product-routes";

/*
 * Every route with every principal, over real sockets, with real sessions and keys. The cells follow
 * from the route table, so a new route or kind of caller is covered without an entry here. Handlers
 * outside `/v1` only report that they were reached; those of `/v1` are real, because they check the
 * key's scope. tests/e2e/server/private-pages.spec.ts does the same with the pages.
 */

const ORIGIN = "http://gallery.example";

type Principal =
  | "visitor"
  | "key"
  | "wrong-scope key"
  | "metrics token"
  | "account"
  | "operator"
  | "ended session"
  | "forged session";

/** The expected status of each cell; a handler that is reached answers 200. */
const EXPECTED: Record<Route["caller"], (principal: Principal) => number> = {
  anyone: () => 200,
  visitor: () => 200,
  "api-key": (principal) =>
    principal === "key" ? 200 : principal === "wrong-scope key" ? 403 : 401,
  "metrics-token": (principal) => (principal === "metrics token" ? 200 : 401),
  account: (principal) => (principal === "account" || principal === "operator" ? 200 : 401),
  operator: (principal) => ({ operator: 200, account: 404 })[principal as string] ?? 401,
};

let door: OpenFrontDoor;
let state: State;
let headersOf: Record<Principal, (route: Route) => Record<string, string>>;
const reached: string[] = [];

const embedded = { publicUrl: ORIGIN, find: async () => [] };

let routes: readonly Route[];

beforeAll(async () => {
  const dataDir = temporaryFolder();
  state = openState({ dataDir, databaseUrl: null });
  const { people, accounts, newPerson } = peopleOf(state);
  const serviceKeys = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  const apiKeys = createApiKeys({ accounts, keys: serviceKeys });
  const keyQuota = createKeyQuota(accounts);
  const grants = createPickerGrants({ secret: () => "a secret of the tests" });
  const origins = [ORIGIN];
  const withKey = [
    serviceSearchEndpoint(embedded, keyQuota),
    usageEndpoint(keyQuota),
    pickerGrantsEndpoint({ grants, origins, keyQuota }),
  ];
  routes = (await productRoutes()).map((route) => {
    const { handler, path } = route;
    if (handler === "page") return route;
    if (route.caller === "api-key") return withKey.find((each) => each.path === path) ?? route;
    return {
      ...route,
      handler: async () => {
        reached.push(path);
        return new Response("reached");
      },
    };
  });
  door = await openFrontDoor(routes, {
    publicUrl: ORIGIN,
    serviceKeys,
    metricsToken: METRICS_TOKEN,
    sessionOf: people.sessionOf,
  });

  const account = await newPerson("account@example.com");
  const operator = await newPerson("operator@example.com", "operator");
  const gone = await newPerson("gone@example.com", "operator");
  await people.signOut(gone.cookie);
  const newKey = async (scopes: readonly Scope[]) =>
    (await newApiKey(apiKeys, { account: account.accountId, scopes })).text;
  const whole = await newKey(["search", "usage"]);
  const usageOnly = await newKey(["usage"]);
  const searchOnly = await newKey(["search"]);
  headersOf = {
    visitor: () => ({}),
    key: () => ({ "x-api-key": whole }),
    "wrong-scope key": ({ path }) => ({
      "x-api-key": path === "/v1/usage" ? searchOnly : usageOnly,
    }),
    "metrics token": () => ({ authorization: `Bearer ${METRICS_TOKEN}` }),
    account: () => ({ cookie: account.cookie }),
    operator: () => ({ cookie: operator.cookie }),
    "ended session": () => ({ cookie: gone.cookie }),
    "forged session": () => ({ cookie: operator.cookie.replace(/=.{8}/, "=00000000") }),
  };
});

afterAll(async () => {
  await door.close();
  await state.close();
});

/** The status of the answer to a target as it is written. */
async function send(path: string, method: string, headers: Record<string, string>) {
  const host = { host: "gallery.example" };
  const body = path === "/v1/picker-grants" ? JSON.stringify({ origin: ORIGIN }) : undefined;
  const asked = { method, headers: { ...headers, ...host }, body };
  return (await askOverHttp(door.origin, path, asked)).status;
}

const OWN = { origin: ORIGIN };

/** A path that the route answers. */
const pathOf = ({ path }: Route) =>
  path === "/v1/search" ? "/v1/search?q=sea" : path.replace(/:\w+/g, "a").replace("*", "b/c");

const answered = () => routes.filter(({ handler }) => handler !== "page");

/** Routes that not every visitor may use. */
const guarded = () =>
  answered().filter(({ caller }) => caller !== "anyone" && caller !== "visitor");

test("every route answers each principal as its row requires", async () => {
  const principals = Object.keys(headersOf) as Principal[];
  const wrong: string[] = [];
  let cells = 0;
  for (const route of answered()) {
    for (const method of route.methods) {
      for (const principal of principals) {
        const headers = { ...headersOf[principal](route), ...OWN };
        const status = await send(pathOf(route), method, headers);
        const expected = EXPECTED[route.caller](principal);
        cells += 1;
        if (status !== expected) {
          wrong.push(`${method} ${route.path} by ${principal}: ${status}, not ${expected}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(150);
});

test("a page of another site cannot use a session", async () => {
  const foreign = [
    { origin: "http://other.example" },
    { origin: "null" },
    { origin: "http://gallery.example.other.example" },
    { "sec-fetch-site": "cross-site", origin: ORIGIN },
    { "sec-fetch-site": "same-site", origin: ORIGIN },
    {},
  ];
  const posted = guarded().filter(
    ({ methods, caller }) => methods.includes("POST") && caller !== "api-key",
  );
  expect(posted.length).toBeGreaterThan(3);
  for (const route of posted) {
    for (const headers of foreign) {
      reached.length = 0;
      const session = headersOf.operator(route);
      expect(await send(pathOf(route), "POST", { ...session, ...headers })).toBe(403);
      expect(reached).toEqual([]);
    }
  }
});

/** Other spellings of a path that a server in front or behind might normalise to it. */
function spellings(path: string): string[] {
  const [bare = "", query = ""] = path.split("?");
  const encoded = (at: number) =>
    `${bare.slice(0, at)}%${bare.charCodeAt(at).toString(16)}${bare.slice(at + 1)}`;
  return [
    encoded(1),
    encoded(bare.length - 1),
    encoded(bare.lastIndexOf("/")),
    `/${bare}`,
    `/.${bare}`,
    `/%2e${bare}`,
    `/about/..${bare}`,
    `/about/%2E%2e${bare}`,
    `/about/..%2f${bare.slice(1)}`,
    `/about\\..${bare}`,
    `${bare}/`,
    `${bare}/.`,
    `${bare};a=1`,
    `${bare}.rsc`,
    `${bare}%00`,
    `${bare}%20`,
    bare.toUpperCase(),
    bare.replace(/\/[^/]*$/, (last) => last.toUpperCase()),
    `/_next/data/build${bare}.json`,
  ]
    .filter((spelling) => spelling !== bare)
    .map((spelling) => (query === "" ? spelling : `${spelling}?${query}`));
}

test("another spelling of a guarded path reaches no handler", async () => {
  const wrong: string[] = [];
  for (const route of guarded()) {
    const [method = "GET"] = route.methods;
    for (const spelling of spellings(pathOf(route))) {
      for (const principal of ["visitor", "operator", "key"] as const) {
        reached.length = 0;
        const status = await send(spelling, method, { ...headersOf[principal](route), ...OWN });
        if (reached.length > 0 || ![400, 404].includes(status)) {
          wrong.push(`${method} ${spelling} by ${principal}: ${status}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
