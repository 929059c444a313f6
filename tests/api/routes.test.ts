import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ErrorBody } from "@/lib/contract/error-body";
import { serviceLabelEndpoint } from "@/lib/gallery/service-label-endpoint";
import { rejectReason } from "@/lib/http/front-door/request-head";
import { openApiDocument } from "@/lib/service/api/openapi";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";
import { ask, HERE } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import { METRICS_TOKEN, productRoutes } from "@/tests/support/servers/product-routes";

const routes = await productRoutes();
const ours = routes.filter(({ handler }) => handler !== "page");
const pages = routes.filter(({ handler }) => handler === "page");

/** The path of the table for a folder of `app`. */
function pathOf(folder: string): string {
  const path = folder.replace(/\[\.\.\.\w+\]/g, "*").replace(/\[(\w+)\]/g, ":$1");
  return path.slice("app".length) || "/";
}

const filesNamed = (name: RegExp) => projectFiles(name, "app").map((path) => pathOf(dirname(path)));

test("every page is in the table", () => {
  expect(filesNamed(/^page\.tsx$/).sort()).toEqual(pages.map(({ path }) => path).sort());
});

test("no two rows have the same path", () => {
  const paths = routes.map(({ path }) => path);
  expect(paths.filter((path, row) => paths.indexOf(path) !== row)).toEqual([]);
});

test("a page requires the caller that the table names", () => {
  const CHECKS = { account: 'await signedIn("', operator: 'consolePage("' } as const;
  const checkIn = (text: string) =>
    Object.values(CHECKS).find((check) => text.includes(check)) ?? null;
  for (const path of projectFiles(/^page\.tsx$/, "app")) {
    const route = pages.find((page) => page.path === pathOf(dirname(path)));
    const text = readFileSync(join(PROJECT_ROOT, path), "utf8");
    const expected = CHECKS[route?.caller as keyof typeof CHECKS] ?? null;
    expect([path, checkIn(text)]).toEqual([path, expected]);
  }
  const consolePage = readFileSync(join(PROJECT_ROOT, "app/console/console-page.tsx"), "utf8");
  expect(consolePage).toContain("await signedInOperator(path)");
});

test("the front door refuses undecodable ids of all pages, to which Next would answer 500", () => {
  const dynamicPages = pages.filter(({ path }) => path.includes(":"));
  expect(dynamicPages.length).toBeGreaterThan(2);
  for (const { path } of dynamicPages) {
    const url = path.replace(/:\w+/, "%ff");
    const request = { method: "GET", url, headers: {}, rawHeaders: [], httpVersionMajor: 1 };
    const about = { isOurHost: () => true, route: null };
    // `rejectReason` reads only the head of a request.
    expect([path, rejectReason(request as unknown as IncomingMessage, about)]).toEqual([path, 400]);
  }
});

test("without the front door, the proxy answers every route but /api/search, which has a file", async () => {
  const { config } = await import("@/proxy");
  const matchers = config.matcher.map((pattern) => new RegExp(`^${pattern}$`));
  const concrete = (path: string) => path.replace(/:\w+/, "a").replace("*", "b/c");
  const isMatched = (path: string) => matchers.some((matcher) => matcher.test(concrete(path)));
  const filed = filesNamed(/^route\.ts$/);
  expect(filed).toEqual(["/api/search"]);
  expect(routes.map(({ path }) => path).filter((path) => !isMatched(path))).toEqual(filed);
});

describe("a wrong method", () => {
  const application = applicationOf(routes, { metricsToken: METRICS_TOKEN });
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

  test.each(ours.map((route) => [route.path, route] as const))(
    "of %s is 405, with the allowed methods",
    async (path, { methods, errorForm }) => {
      const concrete = path.replace(":id", "a").replace("*", "b/c");
      for (const method of METHODS.filter((each) => !methods.some((own) => own === each))) {
        const response = await ask(application, concrete, { method });
        expect([method, response.status]).toEqual([method, 405]);
        expect(response.headers.get("allow")).toBe(methods.join(", "));
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
        const type = response.headers.get("content-type");
        const types = { image: "image/gif", plain: "text/plain; charset=utf-8" };
        expect(type).toBe(types[errorForm as keyof typeof types] ?? "application/json");
      }
    },
  );
});

describe("a page of another site cannot post to", () => {
  // With real handlers, which check it; tests/api/accounts/route-matrix.test.ts does the same for routes
  // that need a session, where the application checks it.
  const application = applicationOf(routes, { metricsToken: METRICS_TOKEN });
  const posts = ours.filter(
    ({ methods, caller }) => methods.includes("POST") && ["anyone", "visitor"].includes(caller),
  );
  const FOREIGN: Record<string, string>[] = [
    { origin: "http://other.example" },
    { origin: "null" },
    { origin: HERE, "sec-fetch-site": "cross-site" },
    { origin: HERE, "sec-fetch-site": "same-site" },
    {},
  ];

  /** A download is refused on a page of its own, because it replaces the page that posted it. */
  const refusalOf = (path: string) =>
    path === "/api/original" ? [303, "/download-failed?reason=cross_site"] : [403, null];

  test.each(posts.map(({ path }) => path))("%s", async (path) => {
    for (const headers of FOREIGN) {
      const sent = { method: "POST", body: new URLSearchParams({ q: "sea" }), headers };
      const response = await ask(application, path, sent);
      const page = response.headers.get("location");
      expect([headers, response.status, page]).toEqual([headers, ...refusalOf(path)]);
    }
  });
});

test("the OpenAPI document describes every route with a key, with its methods, and no other", () => {
  const { paths } = openApiDocument(HERE);
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const withKey = routes.filter(({ caller }) => caller === "api-key");
  const answered = withKey.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  expect(described.sort()).toEqual(answered.sort());
});

describe("a request that fails", () => {
  const application = applicationOf([
    serviceLabelEndpoint(() => Promise.reject(new Error("a bug of the test"))),
  ]);

  test("is our bug unless its error is in the table", async () => {
    const response = await ask(application, "/api/service");
    const body = (await response.json()) as ErrorBody;
    expect([response.status, body.error.code]).toEqual([500, "internal"]);
    expect(body.error.requestId).toBe(response.headers.get("x-request-id"));
    expect(JSON.stringify(body)).not.toContain("a bug of the test");
  });

  test("because the visitor has left is 499", async () => {
    const left = { signal: AbortSignal.abort() };
    expect((await ask(application, "/api/service", left)).status).toBe(499);
  });
});
