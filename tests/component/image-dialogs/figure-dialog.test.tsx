import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FigureDialog } from "@/components/image-dialogs/figure-dialog";
import { savedFocalPoint, saveFocalPoint } from "@/lib/client/focal-points";
import type { CropRequest } from "@/lib/contract/crops";
import { exportedImage } from "@/tests/support/requests/hostile-names";
import { watchSavedFiles } from "../support/saved-files";

let sent: { url: string; request: CropRequest }[];
let saved: ReturnType<typeof watchSavedFiles>;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  saved = watchSavedFiles();
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    sent.push({ url, request: JSON.parse(body) });
    return new Response("file", { headers: { "content-type": "image/png" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const preview = () => screen.getByRole("region", { name: "Preview", hidden: true });

test("a slot crops around the remembered point; texts and the file's size are in the copied figure", async () => {
  const user = userEvent.setup();
  saveFocalPoint("3f0a9c", { x: 0.1, y: 0.9 });
  render(<FigureDialog images={[exportedImage()]} onClose={() => {}} />);
  expect(preview()).toHaveTextContent(
    '<img src="lighthouse-after-sunset.jpg" width="4200" height="2800" alt="Lighthouse after sunset"',
  );
  await user.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  expect(preview()).toHaveTextContent(
    'src="lighthouse-after-sunset-1600x900.jpg" srcset="lighthouse-after-sunset-400x225.jpg 400w',
  );
  await user.clear(screen.getByLabelText("Alternative text"));
  await user.type(screen.getByLabelText("Alternative text"), "A red door");
  await user.type(screen.getByLabelText("Caption"), "The light.");
  await user.selectOptions(screen.getByLabelText("Format"), "Markdown figure");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toMatch(
    /^!\[A red door\]\(<lighthouse-after-sunset-1600x900\.jpg>\)\n\nThe light\. “\[Lighthouse/,
  );

  await user.click(screen.getByRole("button", { name: "Download image" }));
  expect(await screen.findByText(/^Downloaded /)).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(["lighthouse-after-sunset-1600x900.png"]);
  // The server made a PNG, which it says only now.
  expect(preview()).toHaveTextContent("<lighthouse-after-sunset-1600x900.png>");
  expect(sent).toMatchObject([
    {
      url: "/api/crop",
      request: {
        crop: { x: 0, y: 437, width: 4200, height: 2363 },
        size: { width: 1600, height: 900 },
        credit: {
          alternativeText: "A red door",
          description: "The light.",
          usageTerms: "Rights not verified.",
          sourceUrl: "https://kustlicht.example/toren/48",
        },
      },
    },
  ]);

  screen.getByRole("application").focus();
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  expect(savedFocalPoint("3f0a9c")?.y).toBeLessThan(0.6);
});

test("each slot has a zoom of its own", async () => {
  const user = userEvent.setup();
  render(<FigureDialog images={[exportedImage()]} onClose={() => {}} />);
  const slot = screen.getByLabelText("Slot");
  await user.selectOptions(slot, "Hero 1600 × 900");
  await user.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(screen.getByText("3818 × 2148 of 4200 × 2800 px")).toBeVisible();
  await user.selectOptions(slot, "Square 1080 × 1080");
  expect(screen.getByText("2800 × 2800 of 4200 × 2800 px")).toBeVisible();
  await user.selectOptions(slot, "Hero 1600 × 900");
  expect(screen.getByText("3818 × 2148 of 4200 × 2800 px")).toBeVisible();
});

test("an image that is too small, or of unknown size, says what happens to it", async () => {
  const user = userEvent.setup();
  const images = [
    exportedImage({ id: "small", width: 800, height: 800 }),
    exportedImage({ id: "unknown", name: "IMG_2041.JPG", width: null, height: null }),
  ];
  render(<FigureDialog images={images} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText("Slot"), "Avatar 400 × 400");
  expect(preview()).toHaveTextContent("lighthouse-after-sunset-400x400.jpg");
  await user.selectOptions(screen.getByLabelText("Slot"), "Square 1080 × 1080");
  expect(screen.getByText(/^The crop is smaller than the slot: 800 × 800 px/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next image" }));
  expect(screen.getByText(/^The size of this image is unknown/)).toBeVisible();
  expect(screen.getByLabelText("Alternative text")).toHaveValue("");
  expect(preview().textContent?.match(/<figure>/g)).toHaveLength(2);
});

test("texts that are written during a download stay, and another slot's file has its own ending", async () => {
  const user = userEvent.setup();
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  render(<FigureDialog images={[exportedImage()]} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  await user.click(screen.getByRole("button", { name: "Download image" }));
  await user.type(screen.getByLabelText("Caption"), "The light.");
  answer(new Response("file", { headers: { "content-type": "image/png" } }));
  expect(await screen.findByText(/^Downloaded /)).toBeVisible();
  expect(screen.getByLabelText("Caption")).toHaveValue("The light.");
  expect(preview()).toHaveTextContent("lighthouse-after-sunset-1600x900.png");
  await user.selectOptions(screen.getByLabelText("Slot"), "Square 1080 × 1080");
  expect(preview()).toHaveTextContent("lighthouse-after-sunset-1080x1080.jpg");
});

test("a crop that is moved by keys is announced inside the dialog", async () => {
  const user = userEvent.setup();
  render(<FigureDialog images={[exportedImage()]} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  const dialog = screen.getByRole("dialog", { hidden: true });
  screen.getByRole("application", { name: "Crop for Hero", hidden: true }).focus();
  await user.keyboard("{ArrowDown}");
  expect(dialog.querySelector("[data-announcer]")).toHaveTextContent(/4200 × 2363/);
});

test("figures of images with one name show different files", async () => {
  const user = userEvent.setup();
  const untitled = ["1", "2", "3"].map((id) => exportedImage({ id, name: "" }));
  const images = [...untitled, exportedImage({ id: "4", name: "Image 2" })];
  render(<FigureDialog images={images} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  const copied = await navigator.clipboard.readText();
  expect([...copied.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    "image-1600x900.jpg",
    "image-2-1600x900.jpg",
    "image-3-1600x900.jpg",
    "image-2-2-1600x900.jpg",
  ]);
});

test("a download uses the texts of its own image alone, and an original none", async () => {
  const user = userEvent.setup();
  const images = [exportedImage({ id: "1" }), exportedImage({ id: "2" })];
  render(<FigureDialog images={images} onClose={() => {}} />);
  const asks = async () => {
    await user.keyboard("{Escape}");
    const isAsking = screen.queryByRole("alert") !== null;
    if (isAsking) await user.click(screen.getByRole("button", { name: "Keep editing" }));
    return isAsking;
  };
  const download = async () => {
    await user.click(screen.getByRole("button", { name: "Download image" }));
    await screen.findByText(/^Downloaded /);
  };
  await user.type(screen.getByLabelText("Caption"), "The light.");
  await download();
  expect(await asks()).toBe(true);
  await user.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  await user.click(screen.getByRole("button", { name: "Next image" }));
  await download();
  expect(await asks()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Previous image" }));
  await download();
  expect(await asks()).toBe(false);
});

test("Esc does not discard texts that were typed and not used", async () => {
  const user = userEvent.setup();
  render(<FigureDialog images={[exportedImage()]} onClose={() => {}} />);
  await user.type(screen.getByLabelText("Caption"), "The light.");
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Your text isn’t used yet.");
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.getByLabelText("Caption")).toHaveValue("The light.");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByRole("button", { name: "Copied" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("alert")).toBeNull();
});
