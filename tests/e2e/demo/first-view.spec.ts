import { failureText } from "../../../lib/messages/failure-text";
import { serveInPieces } from "../support/in-pieces";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

const RESULTS = "/search?q=sea&count=50";
const TYPEFACE = /\/fonts\/[^>]+\.woff2/;

test("the browser requests the typeface, then the images of the first view, then scripts", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(RESULTS, { waitUntil: "load" });
  const pictures = asked.flatMap((path, i) => (path.startsWith("/thumb/") ? [i] : []));
  const scripts = asked.flatMap((path, i) => (path.endsWith(".js") ? [i] : []));
  const typefaces = asked.flatMap((path, i) => (TYPEFACE.test(path) ? [i] : []));
  expect(typefaces).toHaveLength(1);
  expect(typefaces[0]).toBeLessThan(pictures[0] ?? 0);
  expect(pictures.length).toBeGreaterThan(12);
  expect(pictures[11]).toBeLessThan(scripts[0] ?? 0);
  // Leaves three of a browser's six parallel requests for images.
  expect(asked.filter((path) => path.endsWith(".css")).length).toBeLessThanOrEqual(2);
});

test("every page preloads the typeface", async ({ request }) => {
  for (const address of ["/", "/about", "/nowhere", RESULTS]) {
    expect((await request.get(address)).headers().link).toMatch(TYPEFACE);
  }
  const [path = ""] = TYPEFACE.exec((await request.get("/")).headers().link ?? "") ?? [];
  const { headers, body } = await request.get(path).then(async (response) => ({
    headers: response.headers(),
    body: await response.body(),
  }));
  expect([headers["content-type"], headers["cache-control"]]).toEqual([
    "font/woff2",
    "public, max-age=31536000, immutable",
  ]);
  // The page's size delays the first image.
  expect(body.length).toBeLessThan(14_000);
});

test("a page does not include the not-found page", async ({ request }) => {
  const { title } = failureText("not_found");
  const missing = await request.get("/nowhere/at/all");
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain(`<h1>${title}</h1>`);
  expect(await (await request.get(RESULTS)).text()).not.toContain(title);
});

for (const width of [412, 1280]) {
  test(`nothing moves while a page arrives tag by tag, ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const shiftsOf = async (path: string, edit?: (html: string) => string) => {
      const line = await serveInPieces(baseURL ?? "", {
        cutsIn: tagsOfFirstView,
        pauseMs: 25,
        edit,
      });
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      try {
        await watchLayoutShifts(page);
        await page.goto(line.origin + path);
        await ready(page);
        return await layoutShifts(page);
      } finally {
        await page.close();
        await line.stop();
      }
    };
    expect(await shiftsOf(RESULTS)).toEqual([]);
    expect(await shiftsOf("/")).toEqual([]);
    // Control: if the list is not hidden, the images of a partial row are smaller and then grow. A
    // browser that stands still meanwhile draws none of it, so it may take a second try.
    const drawAtOnce = (html: string) => html.replaceAll("data-arrives", "data-drawn-at-once");
    await expect.poll(() => shiftsOf(RESULTS, drawAtOnce)).not.toEqual([]);
  });
}

/** Before each element of the header and of `<main>`, to the eighth tile if there are tiles. */
function tagsOfFirstView(html: string): number[] {
  const start = html.indexOf("<header");
  const end = tileEnds(html)[7] ?? html.indexOf("</footer>");
  return offsets(html, /<(?!path|option)[a-z]/g).filter((at) => start <= at && at < end);
}

function tileEnds(html: string): number[] {
  const first = html.indexOf("data-image-id=");
  return first < 0 ? [] : offsets(html, /<\/li>/g).filter((at) => at > first);
}

function offsets(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index);
}
