import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CollectionsPage } from "@/components/collections/collections-page";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { chooseCollection } from "@/components/image-dialogs/image-actions";
import { SaveDialog } from "@/components/image-dialogs/save-dialog";
import { Toasts } from "@/components/ui/toast";
import {
  createCollection,
  listCollections,
  readImages,
} from "@/lib/client/collections/collection-store";
import { saveToCollection } from "@/lib/client/collections/save-to-collection";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportManifest } from "@/lib/core/exports/manifest";
import { exportedImage } from "@/tests/support/requests/hostile-names";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
});
afterEach(() => vi.unstubAllGlobals());

const images = (...ids: string[]) => ids.map((id) => exportedImage({ id, note: `note on ${id}` }));

async function notesIn(collectionId: string): Promise<string[]> {
  const notes: string[] = [];
  await readImages(collectionId, (batch) => notes.push(...batch.map(({ note }) => note)));
  return notes;
}

const toast = (text: string | RegExp) => screen.findByText(text, { selector: "p" });

test("choosing a collection saves at once; images that are already there are counted, and undo removes only the others", async () => {
  const user = userEvent.setup();
  const { collection } = await saveToCollection({ name: "Harbour" }, [exportedImage({ id: "a" })]);
  const other = await createCollection("Changed later");
  render(
    <>
      <SaveDialog
        images={images("a", "b", "c")}
        imported={{ title: "From a colleague", droppedCount: 2 }}
        onClose={() => {}}
      />
      <Toasts />
    </>,
  );
  expect(await screen.findByLabelText("New collection")).toHaveValue("From a colleague");
  expect(screen.getByText(/^2 entries are left out/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Harbour/ }));
  await toast("Saved 2 images to “Harbour”. 1 image was already in “Harbour”");
  expect(screen.getByRole("link", { name: "Open" })).toHaveAttribute(
    "href",
    `/collections/${collection.id}`,
  );
  const [note = ""] = [exportedImage({}).note];
  expect(await notesIn(collection.id)).toEqual([note, "note on b", "note on c"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: /);
  expect(await notesIn(collection.id)).toEqual([note]);
  // The collection that was changed last is first again.
  expect((await listCollections()).map(({ id }) => id)).toEqual([other.id, collection.id]);
});

test("a file becomes a new collection with its title, which the list then shows", async () => {
  const user = userEvent.setup();
  await createCollection("Other");
  const { container } = render(<CollectionsPage />);
  await screen.findByText("Other");
  await user.upload(file(container), manifest("Coast", images("x", "y")));
  const name = await screen.findByLabelText("New collection");
  expect(name).toHaveValue("Coast");
  await waitFor(() => expect(name).toHaveFocus());
  await user.keyboard("{Enter}");
  await toast("Saved 2 images to “Coast”");
  const coast = await screen.findByRole("link", { name: /^Coast/ });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(coast).not.toBeInTheDocument());
});

test("a saved image keeps what its file states", async () => {
  const file = { name: "a.webp", format: "webp", sizeBytes: 1, creator: "C. Reator" };
  const { collection } = await saveToCollection({ name: "Files" }, [exportedImage({ file })]);
  const found: unknown[] = [];
  await readImages(collection.id, (batch) => found.push(...batch.map((image) => image.file)));
  expect(found).toEqual([file]);
});

test("a file that is not a collection is reported", async () => {
  const user = userEvent.setup();
  const { container } = render(<CollectionsPage />);
  await screen.findByRole("button", { name: "Import JSON" });
  await user.upload(file(container), new File(["{}"], "x.json", { type: "application/json" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This file has no images");
});

function file(container: HTMLElement): HTMLInputElement {
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("no file field");
  return input;
}

function manifest(title: string, exported: readonly ExportedImage[]): File {
  const exportedAt = "2026-11-23T10:00:00.000Z";
  const text = exportManifest(exported, { title, exportedAt, origin: location.origin });
  return new File([text], "export.json", { type: "application/json" });
}

test("a missing name is described by the problem, which does not become part of the field's name", async () => {
  const user = userEvent.setup();
  render(<SaveDialog images={images("a")} onClose={() => {}} />);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const field = screen.getByRole("textbox", { name: "New collection" });
  expect(field).toHaveAccessibleDescription("Enter a name.");
  expect(field).toHaveFocus();
});

test("what is typed before the dialog is ready becomes the name of a new collection", async () => {
  const user = userEvent.setup();
  await createCollection("Harbour");
  render(<DialogHost />);
  chooseCollection(images("a"));
  await user.keyboard("Tower book");
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveValue("Tower book"));
  expect(screen.getByRole("textbox")).toHaveFocus();
});
