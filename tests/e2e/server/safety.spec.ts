import { expect, test } from "@playwright/test";

const PAGES = [
  "/",
  "/search?q=mountain",
  "/search",
  "/about",
  "/v1/docs",
  "/nothing-here",
  "/fonts/nothing-here",
  "/icons/nothing-here",
];

test("every page has the policy, with its own nonce on Next's scripts", async ({ request }) => {
  const nonces = new Set<string>();
  for (const address of [...PAGES, ...PAGES]) {
    const response = await request.get(address, {
      headers: { "content-security-policy": "script-src 'nonce-chosen-by-visitor'" },
    });
    const policy = response.headers()["content-security-policy"] ?? "";
    const html = await response.text();
    const [, nonce = ""] = policy.match(/script-src 'nonce-([^']+)' 'strict-dynamic';/) ?? [];
    expect(nonce).not.toBe("");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self';");
    expect(html).not.toContain("chosen-by-visitor");
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(PAGES.length * 2);
});

test("every page has the other headers of this server, and none of Next's", async ({ request }) => {
  for (const address of PAGES) {
    const headers = (await request.get(address)).headers();
    expect(headers["cache-control"]).toMatch(/^private, no-cache/);
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers).not.toHaveProperty("x-powered-by");
  }
});

test("a results page may be shown again on Back without a search", async ({ request }) => {
  const headers = (await request.get("/search?q=mountain")).headers();
  expect(headers["cache-control"]).toBe("private, no-cache, must-revalidate");
});

test("search engines may not index results", async ({ request }) => {
  const response = await request.get("/search?q=mountain");
  expect(response.headers()["x-robots-tag"]).toContain("noindex");
  expect(await response.text()).toMatch(/<meta name="robots" content="noindex/);
});

test("files and APIs are not sniffed, and Next's image optimiser is off", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const [script = ""] = html.match(/\/_next\/static\/[^"]+\.js/) ?? [];
  for (const address of [script, "/favicon.svg", "/api/search?q=mountain"]) {
    expect((await request.get(address)).headers()["x-content-type-options"]).toBe("nosniff");
  }
  const optimised = await request.get("/_next/image?url=%2Ffavicon.svg&w=64&q=75");
  expect(optimised.status()).toBe(404);
});

test("an unknown API path is answered in that API's form", async ({ request }) => {
  for (const method of ["GET", "POST"]) {
    const ours = await request.fetch("/api/nothing-here", { method });
    expect(ours.status()).toBe(404);
    expect(await ours.json()).toMatchObject({ error: { code: "not_found" } });
    const theirs = await request.fetch("/v1/nothing/here", { method });
    expect(theirs.status()).toBe(404);
    expect(await theirs.json()).toEqual({ error: expect.any(String) });
  }
});

test("prefetches and embeds do not search", async ({ request }) => {
  for (const headers of [
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    { "sec-fetch-site": "same-site", "sec-fetch-dest": "iframe" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-prefetch": "2" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  ]) {
    expect((await request.get("/search?q=mountain", { headers })).status()).toBe(403);
  }
  expect((await request.head("/search?q=mountain")).status()).toBe(403);
  const byLink = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-dest": "document",
    "sec-fetch-mode": "navigate",
  };
  expect((await request.get("/search?q=mountain", { headers: byLink })).status()).toBe(200);
});

test("pages reject methods other than GET and HEAD", async ({ request }) => {
  for (const method of ["POST", "PUT", "DELETE", "PROPFIND"]) {
    const response = await request.fetch("/about", { method });
    expect([response.status(), response.headers().allow]).toEqual([405, "GET, HEAD"]);
    expect((await request.fetch("/search?q=mountain", { method })).status()).toBe(405);
  }
  expect((await request.head("/about")).status()).toBe(200);
});

test("browsers can add the gallery as a search engine and an app", async ({ request }) => {
  const description = await request.get("/opensearch.xml");
  expect(description.headers()["content-type"]).toContain("opensearchdescription+xml");
  expect(await description.text()).toContain("/search?q={searchTerms}");
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    icons: { src: string }[];
    shortcuts: { url: string }[];
    file_handlers: { action: string }[];
    share_target: { action: string; params: { text: string } };
  };
  const pages = [
    ...manifest.shortcuts.map(({ url }) => url),
    manifest.file_handlers[0]?.action ?? "",
  ];
  for (const path of [...pages, ...manifest.icons.map(({ src }) => src)]) {
    expect((await request.get(path)).status()).toBe(200);
  }
});
