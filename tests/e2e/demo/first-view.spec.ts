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
  test(`nothing moves while the page arrives in chunks, ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const shiftsOf = async (edit?: (html: string) => string) => {
      const line = await serveInPieces(baseURL ?? "", {
        // Before and between the links of the header, between the menus and between the colours of the
        // refinement, and inside rows of the first view: after the second, fifth and eighth tile.
        cutsIn: (html) => [
          html.search(/<div class="\w+_side"/),
          html.indexOf("</a>", html.search(/<div class="\w+_side"/)),
          html.indexOf('aria-haspopup="menu"'),
          html.indexOf('data-colour="blue"'),
          ...[2, 5, 8].map((n) => nthIndexOf(html, "</li>", n)),
        ],
        pauseMs: 1000,
        edit,
      });
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      try {
        await watchLayoutShifts(page);
        await page.goto(line.origin + RESULTS);
        await ready(page);
        return await layoutShifts(page);
      } finally {
        await page.close();
        await line.stop();
      }
    };
    expect(await shiftsOf()).toEqual([]);
    // Control: if the list is not hidden, the images of a partial row are smaller and then grow.
    const drawAtOnce = (html: string) => html.replaceAll("data-arrives", "data-drawn-at-once");
    expect(await shiftsOf(drawAtOnce)).not.toEqual([]);
  });
}

function nthIndexOf(text: string, part: string, n: number): number {
  let index = text.indexOf('data-image-id="');
  for (let i = 0; i < n; i++) index = text.indexOf(part, index + 1);
  return index;
}
