import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { bundleProgram } from "../../support/programs/bundle-program";
import { freePort } from "../../support/servers/listen";
import { startInstallation } from "../support/installation";
import { signInAsOperator } from "../support/operator-session";

/** The quota of the other team's plan, and the budget of its gallery. */
const QUOTA = 3;

const PLANS = {
  plans: [{ id: "free", name: "Free", searchesPerMonth: QUOTA, requestsPerSecond: 10, burst: 50 }],
};

test("another team's gallery shows the shared library until the plan's quota is used up", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-shared-library-"));
  const plans = join(folder, "plans.json");
  writeFileSync(plans, JSON.stringify(PLANS));
  const port = String(await freePort());
  // Uses another host name, because a server fetches nothing from its own host name.
  const libraryUrl = `http://127.0.0.1:${port}`;
  const sharing = { VITRINE_PLANS_FILE: plans, VITRINE_PUBLIC_URL: libraryUrl, PORT: port };
  const library = await startInstallation(sharing, folder);
  const key = execFileSync(process.execPath, [await bundleProgram("account-with-key")], {
    env: { ...process.env, ...sharing, VITRINE_DATA_DIR: folder, VITRINE_LOG_LEVEL: "silent" },
  }).toString();
  const dataDir = join(folder, "gallery");
  const gallery = await startInstallation(
    {
      SEARCH_API_URL: libraryUrl,
      SEARCH_API_KEY: key,
      VITRINE_THUMBNAIL_PRIVATE_HOSTS: new URL(libraryUrl).host,
      VITRINE_MONTHLY_SEARCHES: String(QUOTA),
      VITRINE_DAY_PACING: "off",
    },
    dataDir,
  );
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const main = page.getByRole("main");
  const tiles = page.locator("[data-image-id]");
  const search = async (text: string) => {
    await page.getByRole("searchbox").fill(text);
    await page.getByRole("searchbox").press("Enter");
  };

  try {
    await page.goto(gallery.address);
    await search("sea");
    await expect(main).toContainText("First 24 images for “sea”");
    // This gallery made the thumbnails of the other server's files.
    for (const tile of (await tiles.all()).slice(0, 6)) {
      await expect(tile).toHaveAttribute("data-phase", "shown");
    }
    const shown = await tiles
      .first()
      .locator("img")
      .evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(shown).toMatch(new RegExp(`^${gallery.address}/thumb/`));
    await expect(tiles.first().getByRole("link").last()).toHaveAttribute(
      "href",
      new RegExp(`^http://[a-z]+\\.localhost:${port}/library/[0-9a-f]+$`),
    );
    await expect(page.getByRole("contentinfo")).toContainText(`1 of ${QUOTA}`);

    // Another program of the team uses the same quota.
    const other = await fetch(`${libraryUrl}/v1/search?q=city`, {
      headers: { "x-api-key": key },
    });
    expect([other.status, other.headers.get("ratelimit")]).toEqual([
      200,
      expect.stringContaining(`"month";r=${QUOTA - 2}`),
    ]);
    await search("mountains");
    await expect(main).toContainText("images for “mountains”");

    await search("flowers");
    await expect(main).toContainText("The plan’s searches are used up");
    await expect(main).toContainText(
      `The ${QUOTA} searches of this month in the Free plan are used up.`,
    );
    // Earlier answers can still be opened.
    await page.goto(`${gallery.address}/search?q=sea`);
    await expect(main).toContainText("From cache, 0 searches used");
    await expect(page.getByRole("contentinfo")).toContainText(`${QUOTA} of ${QUOTA}`);
    await expect(tiles.first()).toHaveAttribute("data-phase", "shown");
    expect(requested.filter((url) => !url.startsWith(gallery.address))).toEqual([]);

    await signInAsOperator(page.context(), { dataDir, address: gallery.address });
    await page.goto(`${gallery.address}/console`);
    await expect(main).toContainText(`This month’s ${QUOTA} paid searches are used`);
  } finally {
    await Promise.all([gallery.stop(), library.stop()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
