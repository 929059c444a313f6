import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commands } from "vitest/browser";
import { ExportDialog } from "@/components/image-dialogs/export-dialog";
import { IMAGE_PROOFS_URL, type OriginalRequest } from "@/lib/contract/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportedImage } from "@/tests/support/requests/hostile-names";
import { watchSavedFiles } from "../support/saved-files";

const images = ["one", "two", "three"].map((id) =>
  exportedImage({ id, name: id, imageUrl: `https://img.example/${id}.jpg`, reference: `1.${id}` }),
);

/** The names of the images whose hosts fail. */
let failing: readonly string[];
let saved: ReturnType<typeof watchSavedFiles>;

beforeEach(() => {
  failing = [];
  saved = watchSavedFiles();
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { name } = JSON.parse(body) as OriginalRequest;
    if (failing.includes(name)) {
      return Response.json({ error: { code: "image_gone" } }, { status: 502 });
    }
    return new Response(`file ${name}`, { headers: { "content-type": "image/png" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function originalsIn({ file }: { file: Promise<Blob> }): Promise<string[]> {
  const bytes = new Uint8Array(await (await file).arrayBuffer());
  const names = await commands.zippedNames([...bytes]);
  return names.filter((name) => name.startsWith("originals/"));
}

async function exportZip(shown: readonly ExportedImage[] = images) {
  const user = userEvent.setup();
  render(<ExportDialog images={shown} title="Coast" onClose={() => {}} />);
  await user.click(screen.getByRole("button", { name: /^ZIP with originals/ }));
  return user;
}

test("images that failed go into a second ZIP, until nothing is missing", async () => {
  failing = ["two", "three"];
  const user = await exportZip();
  expect(await screen.findByText("Exported 1 of 3 images.")).toBeVisible();
  const retry = screen.getByRole("button", { name: "Retry failed images" });
  expect(retry).toHaveFocus();

  failing = ["three"];
  await user.click(retry);
  expect(await screen.findByText("Exported 1 of 2 images.")).toBeVisible();
  failing = [];
  await user.click(screen.getByRole("button", { name: "Retry failed images" }));
  expect(await screen.findByText("Exported 1 image.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry failed images" })).toBeNull();

  expect(saved.map(({ name }) => name)).toEqual(["coast.zip", "coast-2.zip", "coast-3.zip"]);
  expect(await Promise.all(saved.map(originalsIn))).toEqual([
    ["originals/001-one.png"],
    ["originals/001-two.png"],
    ["originals/001-three.png"],
  ]);
});

test("a cancelled retry returns to what the first ZIP lacks", async () => {
  failing = ["two"];
  const user = await exportZip();
  const retry = await screen.findByRole("button", { name: "Retry failed images" });
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  await user.click(retry);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Exported 2 of 3 images.")).toBeVisible();
  expect(screen.getByRole("list", { name: "1 image is missing" })).toHaveTextContent("two");
});

test("the size is shown before the export, as far as hosts have sent it", () => {
  const validators = { etag: null, lastModified: null, sizeBytes: 5_200_000 };
  const at = "2026-11-23T10:00:00.000Z";
  const [known, unknown] = [
    exportedImage({ id: "a", check: { state: "there", movedTo: null, validators, at } }),
    exportedImage({ id: "b" }),
  ];
  const hint = () => screen.getByRole("button", { name: /^ZIP with originals/ });
  const { rerender } = render(<ExportDialog images={[unknown]} title="" onClose={() => {}} />);
  expect(hint()).not.toHaveTextContent("MB");
  rerender(<ExportDialog images={[known, unknown]} title="" onClose={() => {}} />);
  expect(hint()).toHaveTextContent("At least 5.2 MB: the size of 1 image is known.");
  rerender(<ExportDialog images={[known]} title="" onClose={() => {}} />);
  expect(hint()).toHaveTextContent("About 5.2 MB.");
});

test("a click beside the dialog closes it while nothing runs; an export goes on, and leaving asks", async () => {
  const user = userEvent.setup();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  render(<ExportDialog images={images} title="Coast" onClose={() => {}} />);
  const dialog = screen.getByRole("dialog");
  const beside = { target: dialog, coords: { x: 1, y: 1 } };
  const clickBeside = () =>
    user.pointer([
      { ...beside, keys: "[MouseLeft>]" },
      { ...beside, keys: "[/MouseLeft]" },
    ]);
  const leave = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));

  await user.click(screen.getByRole("button", { name: /^ZIP with originals/ }));
  await screen.findByRole("progressbar");
  await clickBeside();
  expect(dialog).toHaveAttribute("open");
  expect(leave()).toBe(false);

  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: /^ZIP with originals/ });
  expect(leave()).toBe(true);
  await user.pointer([
    { target: screen.getByRole("button", { name: /^Contact sheet/ }), keys: "[MouseLeft>]" },
    { ...beside, keys: "[/MouseLeft]" },
  ]);
  expect(dialog).toHaveAttribute("open");
  await clickBeside();
  expect(dialog).not.toHaveAttribute("open");
});

test("Esc asks before it ends a running export", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const user = await exportZip(images.slice(0, 1));
  await screen.findByRole("progressbar");
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("alert")).toHaveTextContent("The export is still running.");
  await user.click(screen.getByRole("button", { name: "Keep it running" }));
  answer(new Response("file one", { headers: { "content-type": "image/png" } }));
  expect(await screen.findByText("Exported 1 image.")).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(["coast.zip"]);
});

test("a contact sheet renews expired thumbnails, waits for a busy server, and says what it lacks", async () => {
  const expired = { path: "/thumb/old/1/", widthsPx: [320] };
  const fresh = (id: string) => ({ path: `/thumb/${id}/99999999/`, widthsPx: [320] });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: string }) => {
    asked.push(url);
    if (url === IMAGE_PROOFS_URL) {
      const { images } = JSON.parse(body ?? "") as { images: unknown[] };
      const answer = images.map(() => ({ reference: "1.one", thumbnails: fresh("one") }));
      return Response.json({ images: answer });
    }
    if (url.includes("/three/")) return new Response(null, { status: 404 });
    const isBusy = url.includes("/two/") && asked.filter((each) => each === url).length === 1;
    return isBusy
      ? new Response(null, { status: 429, headers: { "retry-after": "1" } })
      : new Response(new Blob(["picture"], { type: "image/jpeg" }));
  });
  const [one, two, three] = images.map((image) => ({ ...image, thumbnails: fresh(image.id) }));
  const shown = [{ ...one, thumbnails: expired }, two, three] as ExportedImage[];
  const user = userEvent.setup();
  render(<ExportDialog images={shown} title="Coast" onClose={() => {}} />);
  await user.click(screen.getByRole("button", { name: /^Contact sheet/ }));
  expect(
    await screen.findByText(/^Exported 3 images\. The picture of 1 image couldn’t be loaded/),
  ).toBeVisible();
  const html = await (await saved[0]?.file)?.text();
  expect(html?.match(/data:image\/jpeg/g)).toHaveLength(2);
  expect(asked.filter((url) => url === IMAGE_PROOFS_URL)).toHaveLength(1);
});
