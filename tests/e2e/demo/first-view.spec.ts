import { ERRORS } from "../../../lib/contract/errors";
import { expect, test } from "../support/watched-page";

const RESULTS = "/search?q=sea&count=50";
const TYPEFACE = /\/fonts\/[^>]+\.woff2/;

test("the pictures of the first view are asked for before scripts and typeface", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(RESULTS, { waitUntil: "load" });
  const pictures = asked.flatMap((path, i) => (path.startsWith("/thumb/") ? [i] : []));
  const scripts = asked.flatMap((path, i) => (path.endsWith(".js") ? [i] : []));
  const typeface = asked.findIndex((path) => TYPEFACE.test(path));
  expect(pictures.length).toBeGreaterThan(12);
  expect(pictures[11]).toBeLessThan(scripts[0] ?? 0);
  if (typeface !== -1) expect(pictures[11]).toBeLessThan(typeface);
  // Of the six things a browser asks for at once, four are left for pictures.
  expect(asked.filter((path) => path.endsWith(".css")).length).toBeLessThanOrEqual(2);
});

test("pages of words have the typeface from the first word on, and keep it", async ({
  request,
}) => {
  for (const address of ["/", "/about", "/nowhere"]) {
    expect((await request.get(address)).headers().link).toMatch(TYPEFACE);
  }
  const results = await request.get(RESULTS);
  expect(results.headers().link).not.toMatch(TYPEFACE);
  const [path = ""] = TYPEFACE.exec((await request.get("/")).headers().link ?? "") ?? [];
  const { "content-type": type, "cache-control": kept } = (await request.get(path)).headers();
  expect([type, kept]).toEqual(["font/woff2", "public, max-age=31536000, immutable"]);
});

test("a page does not carry the page for what is not there", async ({ request }) => {
  const { title } = ERRORS.not_found;
  const missing = await request.get("/nowhere/at/all");
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain(`<h1>${title}</h1>`);
  expect(await (await request.get(RESULTS)).text()).not.toContain(title);
});
