import { ERRORS } from "../../../lib/contract/errors";
import { REMOTE_FAILURES } from "../support/remote-failures";
import { FIXTURE_KEY } from "../support/start-fixture";
import { expect, test } from "../support/watched-page";

test("the remote service's pictures stand in the grid, each with a link to its source", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  const tiles = page.getByRole("main").getByRole("listitem");
  await expect(tiles).toHaveCount(24);
  const source = tiles.first().getByRole("link", { name: /example/ });
  await expect(source).toHaveAttribute("href", /^https?:\/\/[a-z.]*example\//);
});

for (const [words, { code, said }] of Object.entries(REMOTE_FAILURES)) {
  const { status, title } = ERRORS[code];

  test(`"${words}": the page says what the table says`, async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    if (said !== undefined) await expect(page.getByRole("blockquote")).toContainText(said);
  });

  test(`"${words}": the API says what the table says`, async ({ request }) => {
    const response = await request.get(`/api/search?q=${encodeURIComponent(words)}`);
    expect(response.status()).toBe(status);
    const { error } = await response.json();
    expect(error.code).toBe(code);
    expect(error.serviceSaid).toBe(said);
  });
}

test("the key is in no page, answer or script", async ({ page }) => {
  const bodies: string[] = [];
  page.on("response", async (response) => {
    bodies.push(await response.text().catch(() => ""), JSON.stringify(response.headers()));
  });
  await page.goto("/search?q=sea");
  await page.waitForLoadState("networkidle");
  await page.goto(`/search?q=${encodeURIComponent("key refused")}`);
  await page.waitForLoadState("networkidle");
  expect(bodies.length).toBeGreaterThan(5);
  expect(bodies.join("\n")).not.toContain(FIXTURE_KEY);
});
