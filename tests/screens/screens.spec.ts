import { expect, type Page, type Route, test } from "@playwright/test";
import { ORIGINAL_URL } from "@/lib/contract/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import {
  type ImageState,
  STILL_THERE_URL,
  type StillThereRequest,
} from "@/lib/contract/still-there";
import { exportManifest } from "@/lib/core/exports/manifest";
import { originOf } from "../e2e/picker/support/programs";
import { layoutShifts, watchLayoutShifts } from "../e2e/support/layout-shifts";
import { signInAsOperator } from "../e2e/support/operator-session";
import { ready } from "../e2e/support/ready";
import { redirectedPicker } from "../support/picker/redirected-picker";
import { fillCollection } from "../support/pictures/fill-collection";

const WIDTHS = [360, 768, 1280, 1920];
const THEMES = ["light", "dark"] as const;

type View = { width: number; colorScheme: (typeof THEMES)[number] };

const VIEWS: View[] = WIDTHS.flatMap((width) =>
  THEMES.map((colorScheme) => ({ width, colorScheme })),
);

async function setView(page: Page, { width, colorScheme }: View): Promise<void> {
  await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
  await page.emulateMedia({ colorScheme });
}

const DEMO = "http://localhost:3100";
const LIBRARY = "http://localhost:3101";
const REMOTE = "http://localhost:3102";
const PSEUDO = "http://localhost:3104";

/**
 * Every screen that a URL leads to. In a checkout of another version, the same names give the other
 * half of each pair.
 */
const SCREENS: Record<string, string> = {
  home: `${DEMO}/`,
  "home-library": `${LIBRARY}/`,
  "home-remote": `${REMOTE}/`,
  browse: `${DEMO}/library`,
  "browse-blue": `${DEMO}/library?colour=blue`,
  results: `${DEMO}/search?q=sea`,
  image: `${DEMO}/search?q=sea&image=BS6VWAxN0dcYn3E1WryyiA`,
  "pseudo-image": `${PSEUDO}/search?q=sea&image=BS6VWAxN0dcYn3E1WryyiA`,
  picker: redirectedPicker(DEMO, originOf("protocol"), "sea"),
  refined: `${DEMO}/search?q=sea&count=50&orientation=landscape&colour=teal`,
  sorted: `${DEMO}/search?q=city&count=50&sort=colour`,
  "nothing-fits": `${DEMO}/search?q=sea&host=nowhere.example`,
  filtered: `${DEMO}/search?q=moon&count=50&transparent=true&site=harbourlight.localhost&safesearch=moderate`,
  "one-result": `${DEMO}/search?q=koi+lotus`,
  "cut-outs": `${DEMO}/search?q=leaf`,
  empty: `${DEMO}/search?q=qwrtzp`,
  "empty-on-site": `${DEMO}/search?q=sea&site=nowhere.example`,
  unreadable: `${DEMO}/search?q=sea&count=lots&site=not+a+host`,
  picture: `${DEMO}/library/8acc3b00808b9bfcb2a0248d`,
  "collections-none": `${DEMO}/collections`,
  "collection-missing": `${DEMO}/collections/unknown`,
  "shared-broken": `${DEMO}/collections/shared`,
  docs: `${DEMO}/v1/docs`,
  settings: `${DEMO}/settings`,
  "pseudo-settings": `${PSEUDO}/settings`,
  "sign-in": `${DEMO}/sign-in`,
  "sign-in-refused": `${DEMO}/sign-in?problem=wrong`,
  "invitation-over": `${DEMO}/invitation/used`,
  "not-found": `${DEMO}/nowhere`,
  "pseudo-sign-in": `${PSEUDO}/sign-in`,
  "library-newest": `${DEMO}/library`,
  "library-home": `${LIBRARY}/`,
  "library-folders": `${LIBRARY}/library`,
  library: `${LIBRARY}/search?q=boats`,
  "remote-home": `${REMOTE}/`,
  remote: `${REMOTE}/search?q=sea`,
  failure: `${REMOTE}/search?q=broken+inside`,
  "pseudo-home": `${PSEUDO}/`,
  "pseudo-library": `${PSEUDO}/library`,
  "pseudo-results": `${PSEUDO}/search?q=sea`,
  "pseudo-picture": `${PSEUDO}/library/8acc3b00808b9bfcb2a0248d`,
  "pseudo-empty": `${PSEUDO}/search?q=sea&site=nowhere.example`,
  "pseudo-unreadable": `${PSEUDO}/search?q=sea&count=lots`,
};

/** Screens of an operator who has just joined; `installation` is the name of its data folder. */
const SIGNED_IN: Record<string, { installation: string; address: string; path: string }> = {
  account: { installation: "demo", address: DEMO, path: "/account" },
  console: { installation: "demo", address: DEMO, path: "/console" },
  "console-activity": { installation: "demo", address: DEMO, path: "/console/activity" },
  "console-accounts": { installation: "demo", address: DEMO, path: "/console/accounts" },
  "console-keys": { installation: "demo", address: DEMO, path: "/console/keys" },
  "console-library": { installation: "library", address: LIBRARY, path: "/console/library" },
  "console-thumbnails": { installation: "library", address: LIBRARY, path: "/console/thumbnails" },
  "console-reports": { installation: "demo", address: DEMO, path: "/console/reports" },
  "console-audit": { installation: "demo", address: DEMO, path: "/console/audit?verify=1" },
  "console-remote": { installation: "remote", address: REMOTE, path: "/console" },
  "pseudo-account": { installation: "pseudo", address: PSEUDO, path: "/account" },
  "pseudo-console": { installation: "pseudo", address: PSEUDO, path: "/console" },
  "pseudo-accounts": { installation: "pseudo", address: PSEUDO, path: "/console/accounts" },
  "pseudo-thumbnails": { installation: "pseudo", address: PSEUDO, path: "/console/thumbnails" },
  "pseudo-audit": { installation: "pseudo", address: PSEUDO, path: "/console/audit?verify=1" },
};

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await page.evaluate(() => document.fonts.ready);
}

/** Selects images by their boxes, which work even before the selection's code has loaded. */
async function select(page: Page, ranks: readonly number[]): Promise<void> {
  const boxes = page.locator("[data-image-id] > [type=checkbox]");
  for (const rank of ranks) await boxes.nth(rank).check();
  await expect(page.locator("section:has(#selection-more)")).toBeVisible();
}

for (const [name, address] of Object.entries(SCREENS)) {
  for (const view of VIEWS) {
    const { width, colorScheme } = view;
    test(`${name} at ${width} px, ${colorScheme}`, async ({ page }) => {
      await setView(page, view);
      await watchLayoutShifts(page);
      await open(page, address);
      await page.screenshot({
        path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
      });
      await expect(page.locator("h1")).toHaveCount(1);
      expect(await layoutShifts(page)).toEqual([]);
    });
  }
}

for (const [name, { installation, address, path }] of Object.entries(SIGNED_IN)) {
  test(`${name} at every width, light and dark`, async ({ context }) => {
    await signInAsOperator(context, {
      dataDir: `test-results/installations/${installation}`,
      address,
    });
    const page = await context.newPage();
    for (const view of VIEWS) {
      const { width, colorScheme } = view;
      await setView(page, view);
      await open(page, `${address}${path}`);
      await page.screenshot({
        path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
      await expect(page.locator("h1")).toHaveCount(1);
    }
  });
}

/** The two installations of the demo collection, by the prefix of their screenshots' names. */
const LOCALES = { "": DEMO, "pseudo-": PSEUDO };

/** Runs in the page. A wider window shows more tiles, whose pictures must load first. */
function picturesInViewHaveLoaded(): boolean {
  return [...document.querySelectorAll("[data-image-id]")]
    .filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    })
    .every((tile) => (tile.querySelector("img")?.naturalWidth ?? 0) > 0);
}

/** Takes one screenshot per width and theme of the current page. */
async function captureEveryWidth(page: Page, name: string, fullPage = false): Promise<void> {
  for (const view of VIEWS) {
    const { width, colorScheme } = view;
    await setView(page, view);
    await page.waitForFunction(picturesInViewHaveLoaded);
    const path = `test-results/screens/${name}-${width}-${colorScheme}.png`;
    // Ends the transitions to a theme's colours.
    await page.screenshot({ path, fullPage, animations: "disabled" });
  }
}

test("account and console in use at every width, light and dark", async ({ context }) => {
  await signInAsOperator(context, {
    dataDir: "test-results/installations/demo",
    address: DEMO,
  });
  const page = await context.newPage();
  await open(page, `${DEMO}/account`);
  const createKey = async (name: string) => {
    await page.locator("summary", { hasText: "Create a key" }).click();
    await page.locator("#key-name").fill(name);
    await page.getByRole("button", { name: "Create a key" }).click();
    return (await page.getByLabel("New key").textContent()) ?? "";
  };
  await page.locator("summary", { hasText: "Create a key" }).click();
  await captureEveryWidth(page, "account-new-key", true);
  await open(page, `${DEMO}/account`);
  const key = await createKey("Newsroom picker");
  for (const query of ["q=sea", "q=city", "q=moon&count=50", "q=leaf", "q=sea&count=lots", "q="]) {
    await page.request.get(`${DEMO}/v1/search?${query}`, { headers: { "x-api-key": key } });
  }
  await createKey("Contact sheets of the picture desk, nightly");
  await captureEveryWidth(page, "account-key-ready", true);
  await open(page, `${DEMO}/account`);
  await captureEveryWidth(page, "account-used", true);

  await page.evaluate(async () => {
    const { images } = await (await fetch("/api/search?q=city")).json();
    const reports = [
      ["wrong-credit", "The maker is another studio."],
      ["not-strict", "It came up in a school search, and the class had many questions about it."],
      ["rights", ""],
    ] as const;
    for (const [i, [reason, comment]] of reports.entries()) {
      const { thumbnails, name, hostUrl } = images[i];
      const image = `${thumbnails.path}${thumbnails.widthsPx[0]}`;
      const body = new URLSearchParams({ image, reason, comment, name, page: hostUrl ?? "" });
      await fetch("/api/reports", {
        method: "POST",
        headers: { accept: "application/json" },
        body,
      });
    }
  });
  for (const place of ["", "-activity", "-accounts", "-keys", "-reports", "-thumbnails"]) {
    await open(page, `${DEMO}/console${place.replace("-", "/")}`);
    await captureEveryWidth(page, `console${place}-used`, true);
  }
});

test("the console of a service in use at every width, light and dark", async ({ context }) => {
  await signInAsOperator(context, {
    dataDir: "test-results/installations/remote",
    address: REMOTE,
  });
  const page = await context.newPage();
  for (const text of ["harbour", "lighthouse", "broken inside", "reef", "harbour"]) {
    await open(page, `${REMOTE}/search?q=${encodeURIComponent(text)}`);
  }
  await open(page, `${REMOTE}/console`);
  await captureEveryWidth(page, "console-remote-used", true);
  // Five failures in a row stop the calls to the service.
  for (let i = 0; i < 5; i++) await open(page, `${REMOTE}/search?q=broken+inside`);
  await open(page, `${REMOTE}/console`);
  await captureEveryWidth(page, "console-remote-paused", true);
  await open(page, `${REMOTE}/console/activity`);
  await captureEveryWidth(page, "console-remote-activity", true);
});

for (const [locale, address] of Object.entries(LOCALES)) {
  test(`${locale}still there at every width, light and dark`, async ({ page }) => {
    await open(page, `${address}/collections`);
    await page.evaluate(fillCollection, { id: "coast", name: "Coast, spring issue", count: 30 });
    // Simulates answers: the hosts of the demo collection never lose an image.
    const states: readonly (ImageState["state"] | null)[] = [
      ...(["gone", "there", "moved", "there", "changed", "unknown"] as const),
      null,
    ];
    const stateOf = (i: number): ImageState | null => {
      const state = i < states.length ? (states[i] ?? null) : "there";
      const movedTo = state === "moved" ? "https://images.example/coast/new.jpg" : null;
      return state && { state, movedTo, validators: null };
    };
    const fulfill = (route: Route, answerOf: (i: number) => ImageState | null) => {
      const { images } = route.request().postDataJSON() as StillThereRequest;
      return route.fulfill({ json: { images: images.map((_, i) => answerOf(i)) } });
    };
    const there: ImageState = { state: "there", movedTo: null, validators: null };
    let answer = (route: Route): Promise<unknown> => fulfill(route, stateOf);
    await page.route(`**${STILL_THERE_URL}`, (route) => answer(route));
    const dialog = page.getByRole("dialog");
    const ask = async () => {
      await page.locator("main [aria-haspopup=menu]").first().click();
      await page.getByRole("menuitem").nth(1).click();
      await expect(dialog).toBeVisible();
    };

    await open(page, `${address}/collections/coast`);
    const held: Route[] = [];
    answer = async (route) => {
      await fulfill(route, stateOf);
      answer = async (second) => void held.push(second);
    };
    await ask();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await expect.poll(() => held.length).toBe(1);
    await captureEveryWidth(page, `${locale}still-there-asking`);
    for (const route of held) await fulfill(route, () => there);
    await expect(dialog.getByRole("progressbar")).toHaveCount(0);
    await captureEveryWidth(page, `${locale}still-there`);
    await page.keyboard.press("Escape");
    await captureEveryWidth(page, `${locale}collection-checked`);

    answer = async (route) => {
      await fulfill(route, () => there);
      answer = (second) => second.abort();
    };
    await ask();
    await expect(dialog.getByRole("progressbar")).toHaveCount(0);
    await captureEveryWidth(page, `${locale}still-there-stopped`);
    await page.keyboard.press("Escape");
    answer = (route) => fulfill(route, () => there);
    await ask();
    await expect(dialog.getByRole("progressbar")).toHaveCount(0);
    await captureEveryWidth(page, `${locale}still-there-all`);
  });

  test(`${locale}import and share at every width, light and dark`, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, `${address}/collections`);
    await page.evaluate(fillCollection, { id: "coast", name: "Coast, spring issue", count: 3 });
    await page.evaluate(fillCollection, { id: "covers", name: LONG_NAME, count: 2 });
    const response = await page.request.get(`${address}/api/search?q=sea&count=20`);
    const { images } = (await response.json()) as SearchAnswer;
    const manifest = JSON.parse(
      exportManifest(images.map(asExported), {
        title: "Coast, from the picture desk",
        exportedAt: "2026-03-04T05:06:07.000Z",
        origin: address,
      }),
    );
    manifest.pictures.push({ name: "No image" });

    await open(page, `${address}/collections`);
    const dialog = page.getByRole("dialog");
    const importFile = async (buffer: string) =>
      page.locator("input[type=file]").setInputFiles({
        name: "coast.json",
        mimeType: "application/json",
        buffer: Buffer.from(buffer),
      });
    await importFile("{}");
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    await captureEveryWidth(page, `${locale}import-failed`);
    await importFile(JSON.stringify(manifest));
    await expect(dialog.getByRole("textbox")).toBeFocused();
    await captureEveryWidth(page, `${locale}import`);
    await dialog.locator("ul button").nth(1).click();
    const saved = page.locator("p + a[href^='/collections/']");
    await saved.hover();
    await captureEveryWidth(page, `${locale}imported`);
    await saved.click();
    await page.waitForURL(/collections\/\w+$/);
    await expect(page.locator("[data-image-id]").first()).toBeVisible();
    await captureEveryWidth(page, `${locale}collection-long`);

    await page.locator("main button").first().click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toContain("/collections/shared#");
    await page.goto(await clipboard());
    await expect(page.locator("[data-image-id]").first()).toBeVisible();
    await captureEveryWidth(page, `${locale}shared`);
    await page.locator("main button").first().click();
    await expect(dialog).toBeVisible();
    await captureEveryWidth(page, `${locale}shared-save`);
  });

  test(`${locale}a ZIP that lacks images at every width, light and dark`, async ({ page }) => {
    // Playwright cannot answer the browser's file dialog; without that, the page downloads the file.
    await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
    await open(page, `${address}/search?q=sea`);
    await select(page, [0, 1, 2, 3, 4, 5]);
    const codes = ["image_gone", "image_refused", "image_host_slow"];
    let isHeld = true;
    const held: Route[] = [];
    await page.route(`**${ORIGINAL_URL}`, (route) => {
      const code = codes.pop();
      if (code) return route.fulfill({ status: 502, json: { error: { code } } });
      if (!isHeld) return route.continue();
      held.push(route);
    });
    const release = async () => {
      isHeld = false;
      for (const route of held.splice(0)) await route.continue();
    };
    const dialog = page.getByRole("dialog");
    const bar = dialog.getByRole("progressbar");
    await page.locator("section:has(#selection-more) > button:not([popovertarget])").nth(2).click();
    await dialog.getByRole("listitem").first().getByRole("button").click();
    await expect.poll(() => held.length).toBe(2);
    await captureEveryWidth(page, `${locale}zip-working`);
    await release();
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await captureEveryWidth(page, `${locale}zip-failed`);
    isHeld = true;
    await page.keyboard.press("Enter");
    await expect(bar).toBeVisible();
    await captureEveryWidth(page, `${locale}zip-retrying`);
    await release();
    await expect(bar).toHaveCount(0);
    await expect(dialog.getByRole("listitem")).toHaveCount(0);
    await captureEveryWidth(page, `${locale}zip-retried`);
  });
}

const LONG_NAME =
  "Winter covers, second choice after the meeting of the third of November with all the remarks";

/**
 * Returns an answer's image as an editor exports it: one without a name, one with a very long name.
 */
function asExported(image: SearchAnswer["images"][number], i: number): ExportedImage {
  const name = i === 3 ? "" : i === 2 ? `${image.name}, ${LONG_NAME.toLowerCase()}` : image.name;
  return {
    ...image,
    // Ids as in `fillCollection`, so that these images are already in the collection.
    id: i < 2 ? `${image.id}-${i}` : image.id,
    name,
    provenance: {
      search: "q=sea",
      rank: i + 1,
      foundAt: "2026-03-04T05:06:07.000Z",
      service: "demo",
    },
    reference: null,
    note: i % 4 === 2 ? `Ask ${i === 2 ? LONG_NAME : "for the full height"}` : "",
  };
}

for (const count of [2, 3, 4]) {
  test(`${count} images side by side at every width, light and dark`, async ({ page }) => {
    await open(page, `${DEMO}/search?q=sea`);
    await select(page, [...Array(count).keys()]);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Compare" })).toBeVisible();
    for (const view of VIEWS) {
      const { width, colorScheme } = view;
      await setView(page, view);
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.screenshot({
        path: `test-results/screens/compare-${count}-${width}-${colorScheme}.png`,
      });
    }
  });
}

for (const [name, address] of Object.entries({ collection: DEMO, "pseudo-collection": PSEUDO })) {
  test(`${name} at every width, light and dark`, async ({ page }) => {
    await open(page, `${address}/collections`);
    await page.evaluate(fillCollection, { id: "coast", name: "Coast, spring issue", count: 30 });
    await page.evaluate(fillCollection, { id: "covers", name: "Winter covers", count: 2 });
    for (const view of VIEWS) {
      const { width, colorScheme } = view;
      await setView(page, view);
      const shoot = (state: string) =>
        page.screenshot({
          path: `test-results/screens/${name}${state}-${width}-${colorScheme}.png`,
        });
      await open(page, `${address}/collections`);
      await shoot("s");
      await open(page, `${address}/collections/coast`);
      await shoot("");
      await page.locator("[data-image-id] > [type=checkbox]").nth(1).click();
      await expect(page.locator("[data-image-id] > :checked")).toHaveCount(1);
      await shoot("-selected");
      await open(page, `${address}/`);
      await shoot("-home");
      await expect(page.locator("h1")).toHaveCount(1);
    }
  });
}

for (const menu of ["Orientation", "Size", "Colour", "Host", "Relevance"]) {
  // The palette replaces this menu on wide screens.
  for (const width of menu === "Colour" ? [360] : [360, 1280]) {
    for (const colorScheme of THEMES) {
      test(`the menu ${menu} at ${width} px, ${colorScheme}`, async ({ page }) => {
        await setView(page, { width, colorScheme });
        await open(page, `${DEMO}/search?q=sea&count=50`);
        await page.getByRole("button", { name: menu, exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
        const name = menu.toLowerCase().replace(" ", "-");
        await page.screenshot({
          path: `test-results/screens/menu-${name}-${width}-${colorScheme}.png`,
        });
      });
    }
  }
}

for (const [name, address] of Object.entries({
  selection: `${DEMO}/search?q=sea`,
  "pseudo-selection": `${PSEUDO}/search?q=sea`,
})) {
  for (const view of VIEWS) {
    const { width, colorScheme } = view;
    test(`${name} at ${width} px, ${colorScheme}`, async ({ page }) => {
      await setView(page, view);
      await open(page, address);
      await select(page, [0, 1, 3]);
      await page.screenshot({
        path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
        animations: "disabled",
      });
    });
  }
}

for (const [locale, address] of Object.entries({
  "": `${DEMO}/search?q=sea`,
  "pseudo-": `${PSEUDO}/search?q=sea`,
})) {
  for (const view of VIEWS) {
    const { width, colorScheme } = view;
    test(`${locale}credits and export at ${width} px, ${colorScheme}`, async ({ page }) => {
      await setView(page, view);
      await open(page, address);
      await select(page, [0, 1, 3]);
      const actions = page.locator("section:has(#selection-more) > button:not([popovertarget])");
      const dialog = page.getByRole("dialog");
      const capture = (name: string) =>
        page.screenshot({
          path: `test-results/screens/${locale}${name}-${width}-${colorScheme}.png`,
        });
      await actions.nth(1).click();
      await expect(dialog.getByRole("combobox")).toBeFocused();
      await capture("credits");
      await dialog.getByRole("combobox").selectOption("template");
      await dialog.getByRole("textbox").fill("{name} by {maker}");
      await capture("credits-template");
      await page.keyboard.press("Escape");
      await actions.nth(2).click();
      await expect(dialog.getByRole("listitem")).toHaveCount(5);
      await capture("export");
      // The third one in the list needs nothing from the server.
      await dialog.getByRole("listitem").nth(2).getByRole("button").click();
      await expect(dialog.getByRole("listitem")).toHaveCount(0);
      await capture("exported");
    });
  }
}

for (const colorScheme of THEMES) {
  test(`the README's picture, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, `${DEMO}/search?q=evening&count=50`);
    await page.screenshot({
      path: `docs/screens/results-1280-${colorScheme}.jpg`,
      type: "jpeg",
      quality: 82,
    });
    await expect(page.locator("h1")).toHaveCount(1);
  });
}
