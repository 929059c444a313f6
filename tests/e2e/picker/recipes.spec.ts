import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import type { Picked } from "@/lib/contract/picker";
import { chooseImages } from "./support/choose-images";
import { codeIn } from "./support/document-code";
import { originOf, type ProgramName, portOf } from "./support/programs";
import { serveProgram } from "./support/serve-program";

/*
 * The programs of docs/picker.md and docs/picker-recipes.md, run as they are printed there, on another
 * site than the picker.
 */

const RECIPES = "docs/picker-recipes.md";

declare global {
  interface Window {
    answers: unknown[];
  }
}

let installation: string;
test.beforeEach(({ baseURL }) => {
  installation = baseURL ?? "";
});

let stop: () => Promise<unknown>;
test.afterEach(() => stop());

/** Opens a program's page, which records the answers that it receives. */
async function openProgram(page: Page, name: ProgramName): Promise<void> {
  await page.addInitScript(() => {
    window.answers = [];
    addEventListener("message", ({ data }) => {
      if (data?.type === "vitrine-picker.picked") window.answers.push(data);
    });
  });
  await page.goto(originOf(name));
}

/** Bundles the code of a section as its developers do, and serves it as a page. */
async function serveRecipe(name: ProgramName, heading: string) {
  const { html = "", js, jsx } = codeIn(RECIPES, heading, installation);
  const { outputFiles } = await build({
    stdin: { contents: js ?? jsx ?? "", resolveDir: process.cwd(), loader: "jsx" },
    outfile: "app.js",
    bundle: true,
    format: "esm",
    jsx: "automatic",
    write: false,
    logLevel: "error",
  });
  const bundle = outputFiles.map(({ path, text }) => [path.replace(/.*\./, "/app."), text]);
  const index = `<!doctype html><html lang="en"><title>A program</title>
<link rel="stylesheet" href="/app.css">${html}<script type="module" src="/app.js"></script></html>`;
  const served = await serveProgram(name, { "/index.html": index, ...Object.fromEntries(bundle) });
  stop = served.stop;
}

/** Searches in the open picker, and chooses two images. Returns what the page received. */
async function chooseTwo(page: Page): Promise<Picked[]> {
  await chooseImages(page.frameLocator("dialog iframe"), 2);
  await expect(page.locator("dialog")).toHaveCount(0);
  const [answer] = await page.evaluate(() => window.answers);
  const schema = await (await fetch(`${installation}/picker/schema.json`)).json();
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const isValid = ajv.validate(schema, answer);
  expect(ajv.errors).toBeNull();
  expect(isValid).toBe(true);
  return (answer as { images: Picked[] }).images;
}

test("a form with Express receives two images for two slots", async ({ page }) => {
  const { html = "", js = "" } = codeIn("docs/picker.md", "In five minutes", installation);
  // Below the project, where the server finds Express.
  const folder = test.info().outputPath("program");
  mkdirSync(join(folder, "pages"), { recursive: true });
  writeFileSync(join(folder, "pages", "index.html"), html);
  writeFileSync(join(folder, "server.mjs"), js);
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd: folder,
    env: { ...process.env, PORT: String(portOf("form")) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stop = async () => {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
  };
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${portOf("form")}`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

  await openProgram(page, "form");
  const control = page.locator("image-picker");
  await page.getByRole("button", { name: "Save" }).click();
  // Nothing is submitted, because the control is required.
  await expect(control.getByRole("button", { name: "Choose images" })).toBeFocused();
  await page.keyboard.press("Enter");
  const images = await chooseTwo(page);
  expect(images.map(({ slot }) => slot)).toEqual(["hero", "teaser"]);
  await expect(control.getByRole("listitem")).toHaveText(
    images.map(({ alternativeText }) => alternativeText),
  );
  await expect(control.getByRole("button", { name: "Choose images" })).toBeFocused();

  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/articles");
  const saved = JSON.parse((await page.locator("body").textContent()) ?? "");
  expect(saved).toEqual(
    images.map(({ slot, imageUrl, crop, alternativeText, credits }) => ({
      slot,
      imageUrl,
      crop,
      alternativeText,
      credit: credits.plain,
    })),
  );
  const [hero, teaser] = images;
  expect((hero?.crop?.width ?? 0) / (hero?.crop?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(teaser?.crop?.width).toBe(teaser?.crop?.height);
});

test("TipTap inserts the images with their credits", async ({ page }) => {
  await serveRecipe("tiptap", "TipTap");
  await openProgram(page, "tiptap");
  await page.getByRole("button", { name: "Add images" }).click();
  const images = await chooseTwo(page);
  const editor = page.locator("#editor .tiptap");
  for (const { alternativeText, imageUrl, credits } of images) {
    const image = editor.getByRole("img", { name: alternativeText });
    await expect(image).toHaveAttribute("src", imageUrl);
    await expect(editor).toContainText(credits.plain.split("\n")[0] ?? "");
  }
});

test("EasyMDE inserts the images as Markdown", async ({ page }) => {
  await serveRecipe("easymde", "A Markdown editor (EasyMDE)");
  await openProgram(page, "easymde");
  await page.getByRole("button", { name: "Add images" }).click();
  const images = await chooseTwo(page);
  const lines = page.locator(".CodeMirror-code");
  for (const { alternativeText, imageUrl } of images) {
    await expect(lines).toContainText(`![${alternativeText}](<${imageUrl}>)`);
  }
});

test("React renders the chosen images", async ({ page }) => {
  await serveRecipe("react", "React");
  await openProgram(page, "react");
  await page.getByRole("button", { name: "Choose images" }).click();
  const images = await chooseTwo(page);
  for (const { alternativeText, imageUrl } of images) {
    await expect(page.getByRole("img", { name: alternativeText })).toHaveAttribute("src", imageUrl);
  }
});
