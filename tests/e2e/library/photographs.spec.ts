import { expect, test } from "../support/watched-page";

/** Pages wait for the first scan, which nine photographs pass in a moment. */
test.beforeAll(async ({ request }) => {
  await expect
    .poll(async () => (await (await request.get("/api/service")).json()).pictureCount)
    .toBe(9);
});

test("a photograph is found by the words of its file name and really shown", async ({ page }) => {
  await page.goto("/search?q=nagasaki");
  const picture = page.getByRole("img", { name: "Nagasaki boats" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
});

test("the service in use is named", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText("Your library, 9 pictures");
});

test("a picture without a source of its own has a page here", async ({ page }) => {
  await page.goto("/search?q=canyon");
  await page.getByRole("link", { name: "localhost" }).click();
  await expect(page).toHaveURL(/\/library\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Black canyon");
});

test("each filter changes the answer", async ({ request }) => {
  const names = async (parameters: string) => {
    const answer = await (await request.get(`/api/search?${parameters}`)).json();
    return answer.images.map((image: { name: string }) => image.name);
  };
  expect(await names("q=boats")).toEqual(["Nagasaki boats"]);
  expect(await names("q=boats&site=elsewhere.example")).toEqual([]);
  expect(await names("q=boats&transparent=true")).toEqual(["Nagasaki boats"]);
  expect(await names("q=landscape&count=1")).toHaveLength(1);
});
