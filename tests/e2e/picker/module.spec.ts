import { expect, type Page, test } from "@playwright/test";
import type { PickOptions } from "@/packages/picker/src/picker";
import { chooseImages } from "./support/choose-images";
import { serveProgram } from "./support/serve-program";

/* `pick` and `returned` of /picker.js, on another site than the picker. */

const CALL = { callerName: "CMS", slots: [{ name: "side", count: 3 }] };

type Module = typeof import("@/packages/picker/src/picker");
declare global {
  interface Window {
    picker: Module;
    /** How the last call of `pick` or `returned` ended. */
    outcome: unknown;
  }
}

// The program has one port.
test.describe.configure({ mode: "default" });
let program: Awaited<ReturnType<typeof serveProgram>>;

test.beforeEach(async ({ page, baseURL }) => {
  const index = `<!doctype html><html lang="en"><title>CMS</title>
<script type="module">
  import * as picker from "${baseURL}/picker.js";
  try {
    window.outcome = picker.returned();
  } catch (error) {
    window.outcome = error.code;
  }
  window.picker = picker;
</script></html>`;
  program = await serveProgram("module", { "/index.html": index });
  await page.goto(`${program.origin}/articles?id=1#texts`);
});
test.afterEach(() => program.stop());

async function startPick(page: Page, options: Partial<PickOptions>): Promise<void> {
  await page.waitForFunction(() => window.picker);
  await page.evaluate(
    (call) => {
      window.outcome = null;
      window.picker.pick(call).then(
        (images) => {
          window.outcome = images.map(({ slot }) => slot);
        },
        ({ code, message }) => {
          window.outcome = [code, message];
        },
      );
    },
    { ...CALL, ...options },
  );
}

const outcome = (page: Page) => page.evaluate(() => window.outcome);

test("a pop-up answers; closing it ends the call", async ({ page }) => {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    startPick(page, { mode: "popup" }),
  ]);
  await chooseImages(popup, 1);
  await expect.poll(() => outcome(page)).toEqual(["side"]);
  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    startPick(page, { mode: "popup" }),
  ]);
  await expect(second.getByRole("searchbox")).toBeVisible();
  await second.close();
  await expect.poll(() => outcome(page)).toEqual(["closed", "The picker was closed."]);
});

test("a redirect returns to the page with the images, once, and restores its URL", async ({
  page,
}) => {
  const url = page.url();
  await startPick(page, { mode: "redirect" });
  await chooseImages(page, 1);
  await page.waitForURL(url);
  await page.waitForFunction(() => window.picker);
  expect(await outcome(page)).toMatchObject([{ slot: "side" }]);
  await startPick(page, { mode: "redirect" });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(url);
  await page.waitForFunction(() => window.picker);
  expect(await outcome(page)).toBe("closed");
});

for (const session of ["a".repeat(32), null]) {
  test(`a link with an answer of its own brings no images (session ${session})`, async ({
    page,
  }) => {
    const message = { type: "vitrine-picker.picked", version: 1, session, images: [] };
    const answer = Buffer.from(JSON.stringify(message)).toString("base64url");
    await page.goto("about:blank");
    await page.goto(`${program.origin}/#vitrine-picker=${answer}`);
    await page.waitForFunction(() => window.picker);
    expect(await outcome(page)).toBeNull();
    expect(page.url()).toBe(`${program.origin}/`);
  });
}

test("a frame: foreign answers are ignored, and each failure has its code", async ({
  page,
  baseURL,
}) => {
  await startPick(page, {});
  const frame = page.frameLocator("dialog iframe");
  await expect(frame.getByRole("searchbox")).toBeVisible();
  await page.evaluate(() => {
    const { src = "" } = document.querySelector("iframe") ?? {};
    const session = new URL(src).searchParams.get("session");
    window.postMessage({ type: "vitrine-picker.picked", version: 1, session, images: [] });
  });
  expect(await outcome(page)).toBeNull();
  await frame.getByRole("button", { name: "Close without choosing" }).click();
  await expect.poll(() => outcome(page)).toEqual(["closed", "The picker was closed."]);
  await expect(page.locator("dialog")).toHaveCount(0);

  await startPick(page, { slots: [] });
  await expect.poll(() => outcome(page)).toEqual(["call", expect.stringContaining("slots")]);
  await startPick(page, { url: program.origin, timeoutMs: 100 });
  await expect.poll(() => outcome(page)).toEqual(["timeout", "The picker did not load."]);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await startPick(page, { mode: "popup" });
  await expect.poll(() => outcome(page)).toEqual(["popup-blocked", expect.any(String)]);

  const unlisted = program.origin.replace("cms.", "other.");
  await page.goto(unlisted);
  await startPick(page, { url: `${baseURL}` });
  const named = expect.stringContaining(`add ${unlisted} to VITRINE_PICKER_ORIGINS`);
  await expect.poll(() => outcome(page)).toEqual(["refused-origin", named]);
});

/** What dialogs of programs do to the rest of their page. */
const MODALS: Record<string, () => void> = {
  "a body without pointer events": () => document.body.style.setProperty("pointer-events", "none"),
  "an inert body": () => document.body.toggleAttribute("inert", true),
  "all that is added to the body inert": () => {
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) (node as HTMLElement).inert = true;
      }
    }).observe(document.body, { childList: true, subtree: true });
  },
  "a dialog of its own": () => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.showModal();
  },
};

for (const [what, open] of Object.entries(MODALS)) {
  test(`a frame can be used over ${what}`, async ({ page }) => {
    await page.evaluate(open);
    await startPick(page, {});
    await chooseImages(page.frameLocator("dialog iframe"), 1);
    await expect.poll(() => outcome(page)).toEqual(["side"]);
  });
}

test("a form control that is moved while its picker is open gets the images", async ({ page }) => {
  await page.waitForFunction(() => window.picker);
  await page.evaluate(() => {
    const [from, to] = [document.createElement("form"), document.createElement("form")];
    document.body.append(from, to);
    from.innerHTML = `<image-picker caller-name="CMS" slots='[{ "name": "side" }]'>Choose</image-picker>`;
    from.addEventListener("change", () => {
      window.outcome = "in the wrong form";
    });
    to.addEventListener("change", ({ target }) => {
      window.outcome = (target as HTMLElementTagNameMap["image-picker"]).images.length;
    });
  });
  await page.getByRole("button", { name: "Choose" }).click();
  const frame = page.frameLocator("dialog iframe");
  await expect(frame.getByRole("searchbox")).toBeVisible();
  await page.evaluate(() => {
    const [, to] = document.forms;
    to?.append(document.querySelector("image-picker") as HTMLElement);
  });
  await chooseImages(frame, 1);
  await expect.poll(() => outcome(page)).toBe(1);

  // Removing it closes the picker.
  await page.getByRole("button", { name: "Choose" }).click();
  await expect(frame.getByRole("searchbox")).toBeVisible();
  await page.locator("image-picker").evaluate((element) => element.remove());
  await expect(page.locator("dialog")).toHaveCount(0);
});
