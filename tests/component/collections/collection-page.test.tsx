import { act, cleanup, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent as mouse } from "vitest/browser";
import { CollectionPage } from "@/components/collections/collection-page";
import { useCollection } from "@/components/collections/use-collection";
import { Announcer } from "@/components/ui/announcer";
import { chooseSlot } from "@/lib/client/slots";
import type { SavedImage } from "@/lib/contract/picked-image";
import { aSavedImage } from "@/tests/support/pictures/an-image";
import { SearchParamsContext } from "../support/next-navigation";
import { anImage } from "../support/on-search-page";

type Store = typeof import("@/lib/client/collections/collection-store");

let store: Store;
let id: string;

function savedImage(name: string): SavedImage {
  const key = name.toLowerCase();
  const thumbnails = { path: "/thumb/k/99999/", widthsPx: [240] };
  return aSavedImage(key, anImage({ id: key, name, thumbnails }));
}

beforeEach(async () => {
  store = await import("@/lib/client/collections/collection-store");
  const collection = await store.createCollection(
    "Coast",
    ["Quay", "Mole", "Sail"].map(savedImage),
  );
  id = collection.id;
});

async function open() {
  const user = userEvent.setup();
  render(
    <SearchParamsContext value={new URLSearchParams()}>
      <CollectionPage id={id} />
      <Announcer />
    </SearchParamsContext>,
  );
  await screen.findByRole("heading", { name: "Coast" });
  await waitFor(() => expect(names()).toHaveLength(3));
  return user;
}

const tiles = () => [...document.querySelectorAll<HTMLElement>("[data-image-id]")];
const names = () => tiles().map((tile) => tile.querySelector("p")?.textContent);

const select = (user: UserEvent, name: string) =>
  user.click(screen.getByRole("checkbox", { name: `Select: ${name}` }));

async function savedImages(): Promise<SavedImage[]> {
  const saved: SavedImage[] = [];
  await store.readImages(id, (batch) => saved.push(...batch));
  return saved;
}

const savedNames = async () => (await savedImages()).map(({ name }) => name);

test("an image moves by the arrow keys of its handle, which keeps the focus", async () => {
  const user = await open();
  act(() => screen.getByRole("button", { name: "Options: Quay" }).focus());
  await user.keyboard("{ArrowRight}");
  expect(names()).toEqual(["Mole", "Quay", "Sail"]);
  expect(screen.getByRole("button", { name: "Options: Quay" })).toHaveFocus();
  expect(await screen.findAllByText("Moved to position 2 of 3.")).not.toEqual([]);
  await user.keyboard("{End}");
  expect(names()).toEqual(["Mole", "Sail", "Quay"]);
  await waitFor(async () => expect(await savedNames()).toEqual(["Mole", "Sail", "Quay"]));
});

test("a move is undone by Ctrl+Z; images that moved together return to their places", async () => {
  const user = await open();
  for (const name of ["Quay", "Sail"]) {
    await user.click(screen.getByRole("checkbox", { name: `Select: ${name}` }));
  }
  act(() => screen.getByRole("button", { name: "Options: Quay" }).focus());
  await user.keyboard("{End}");
  await screen.findAllByText("Moved 2 images to position 2 of 3.");
  expect(await savedNames()).toEqual(["Mole", "Quay", "Sail"]);
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(names()).toEqual(["Quay", "Mole", "Sail"]));
  expect(await savedNames()).toEqual(["Quay", "Mole", "Sail"]);
});

test.each([
  { stored: ["Quay", "Mole", "Sail"], moved: ["Mole", "Sail", "Quay"] },
  { stored: ["Quay", "Sail", "Mole"], moved: ["Sail", "Quay", "Mole"] },
])("an image moves just behind the next one that fits the slot: $stored", async (order) => {
  const sized = order.stored.map((name) => ({
    ...savedImage(name),
    width: name === "Mole" ? 1200 : 800,
  }));
  ({ id } = await store.createCollection("Coast", sized));
  chooseSlot("avatar");
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Only what fits" }));
  await waitFor(() => expect(names()).toEqual(["Quay", "Sail"]));
  act(() => screen.getByRole("button", { name: "Options: Quay" }).focus());
  await user.keyboard("{ArrowRight}");
  await screen.findAllByText(/^Moved to position /);
  expect(await savedNames()).toEqual(order.moved);
  chooseSlot(null);
});

test("Esc of an input method leaves the filter as it is", async () => {
  const user = await open();
  const field = screen.getByRole("textbox", { name: /^Filter by/ });
  await user.type(field, "Quay");
  const press = (init: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, ...init }));
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(field).toHaveValue("Quay");
  press({});
  expect(field).toHaveValue("");
});

test("a collection that this page has deleted stays so when an undo reloads it", async () => {
  const { result } = renderHook(() => useCollection(id));
  await waitFor(() => expect(result.current.phase).toBe("ready"));
  await act(() => result.current.actions.deleteAll());
  await act(() => result.current.actions.load());
  expect(result.current.phase).toBe("deleted");
});

test("selected neighbours move together past the next image", async () => {
  const user = await open();
  for (const name of ["Quay", "Mole"]) await select(user, name);
  act(() => screen.getByRole("button", { name: "Options: Quay" }).focus());
  await user.keyboard("{ArrowRight}");
  await screen.findAllByText("Moved 2 images to position 2 of 3.");
  expect(await savedNames()).toEqual(["Sail", "Quay", "Mole"]);
  await user.keyboard("{ArrowRight}");
  act(() => screen.getByRole("button", { name: "Options: Mole" }).focus());
  await user.keyboard("{ArrowLeft}");
  await screen.findAllByText("Moved 2 images to position 1 of 3.");
  expect(await savedNames()).toEqual(["Quay", "Mole", "Sail"]);
});

test("a move that the storage refuses is not reported as done", async () => {
  const user = await open();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  act(() => screen.getByRole("button", { name: "Options: Quay" }).focus());
  await user.keyboard("{ArrowRight}");
  await screen.findByText(/storage is full/);
  put.mockRestore();
  expect(names()).toEqual(["Quay", "Mole", "Sail"]);
  expect(screen.queryByText(/^Moved to position /)).toBeNull();
});

test("a picture is dragged by itself; a click that ends the drag opens nothing", async () => {
  await open();
  const [quay, , sail] = tiles();
  if (quay === undefined || sail === undefined) throw new Error("no tiles");
  const marks: string[] = [];
  const observer = new MutationObserver(() => {
    marks.push([quay, sail].map(({ dataset }) => dataset.drag).join(", "));
  });
  observer.observe(document.body, { attributeFilter: ["data-drag"], subtree: true });
  const { width, height } = sail.getBoundingClientRect();
  await mouse.dragAndDrop(within(quay).getByRole("link", { name: "Quay" }), sail, {
    targetPosition: { x: 0.9 * width, y: 0.3 * height },
  });
  observer.disconnect();
  expect(marks).toContain("moving, after");
  await waitFor(() => expect(names()).toEqual(["Mole", "Sail", "Quay"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the rights of selected images are cleared together, and undone together", async () => {
  const user = await open();
  for (const name of ["Quay", "Sail"]) {
    await user.click(screen.getByRole("checkbox", { name: `Select: ${name}` }));
  }
  const item = { name: "Mark rights as cleared", hidden: true };
  await user.click(await screen.findByRole("menuitem", item));
  await user.type(await screen.findByLabelText(/^Who gave permission/), "CC0{Tab}{Enter}");
  await waitFor(() => expect(screen.getAllByText("✓ Rights cleared")).toHaveLength(2));
  expect(screen.getByText("rights cleared for 2 images")).toBeInTheDocument();
  await screen.findAllByText("Marked the rights of 2 images as cleared");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryAllByText("✓ Rights cleared")).toEqual([]));
});

test("clearing the rights of selected images keeps what was stated for some of them before", async () => {
  const clearance = { note: "Signed by Ada", at: "2026-01-01T00:00:00.000Z" };
  await store.changeImages(id, new Map([["sail", { clearance }]]));
  const user = await open();
  for (const name of ["Quay", "Sail"]) await select(user, name);
  const item = { name: "Mark rights as cleared", hidden: true };
  await user.click(await screen.findByRole("menuitem", item));
  await user.type(await screen.findByLabelText(/^Who gave permission/), "CC0{Tab}{Enter}");
  await screen.findAllByText("Marked the rights of 1 image as cleared");
  expect((await savedImages()).map(({ clearance }) => clearance?.note)).toEqual([
    "CC0",
    undefined,
    "Signed by Ada",
  ]);
});

test("marking rights as not verified counts only images that had a statement", async () => {
  const clearance = { note: "Signed by Ada", at: "2026-01-01T00:00:00.000Z" };
  await store.changeImages(id, new Map([["sail", { clearance }]]));
  const user = await open();
  for (const name of ["Quay", "Sail"]) await select(user, name);
  const item = { name: "Mark rights as not verified", hidden: true };
  await user.click(await screen.findByRole("menuitem", item));
  await screen.findAllByText("Marked the rights of 1 image as not verified");
  expect((await savedImages()).map(({ clearance }) => clearance)).toEqual([null, null, null]);
});

test("undoing a bulk note keeps what was edited since", async () => {
  const user = await open();
  for (const name of ["Quay", "Sail"]) await select(user, name);
  await user.click(
    await screen.findByRole("menuitem", { name: "Add a note to 2 images", hidden: true }),
  );
  await user.type(await screen.findByLabelText(/^Note /), "Cover?{Tab}{Enter}");
  await screen.findAllByText("Added the note to 2 images");
  const clearance = { note: "CC0", at: "2026-01-01T00:00:00.000Z" };
  const edits = { quay: { clearance }, sail: { note: "Back page" } };
  await store.changeImages(id, new Map(Object.entries(edits)));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findAllByText("Undone: Added the note to 2 images");
  const [quay, , sail] = await savedImages();
  expect(quay).toMatchObject({ note: "", clearance });
  expect(sail).toMatchObject({ note: "Back page" });
});

test("removed images return with Undo", async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Select: Mole" }));
  const bar = await screen.findByRole("region", { name: "Selection" });
  await user.click(within(bar).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(names()).toEqual(["Quay", "Sail"]));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(names()).toEqual(["Quay", "Mole", "Sail"]));
});

test("deleting leads to the other collections; undo restores, even after the storage refused once", async () => {
  history.replaceState(null, "", `/collections/${id}`);
  await store.createCollection("Other");
  const user = await open();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete collection", hidden: true }));
  expect(await screen.findByRole("heading", { name: "Collections" })).toBeInTheDocument();
  expect(location.pathname).toBe("/collections");
  expect(await screen.findByRole("link", { name: /^Other/ })).toBeInTheDocument();
  const link = () => document.querySelector(`a[href$="${id}"]`);
  expect(link()).toBeNull();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(/storage is full/, { selector: "p:not([role])" });
  put.mockRestore();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(link()).not.toBeNull());
  expect(await savedNames()).toEqual(["Quay", "Mole", "Sail"]);
});

test.each([
  ["s", "Save 1 image"],
  ["{Shift>}D{/Shift}", "Export 1 image"],
])("the key %s works on a focused image of a collection: %s", async (key, name) => {
  const user = await open();
  act(() => screen.getByRole("link", { name: "Quay" }).focus());
  await user.keyboard(key);
  expect(await screen.findByRole("dialog", { name })).toBeInTheDocument();
});

test("a note is written in place and saved", async () => {
  const user = await open();
  const [, mole] = tiles();
  if (mole === undefined) throw new Error("no tile");
  await user.click(within(mole).getByRole("button", { name: "Add a note" }));
  await user.keyboard("Swap with 1{Enter}");
  await waitFor(() => expect(mole).toHaveTextContent("Swap with 1"));
  await user.click(within(mole).getByRole("button", { name: "Note on Mole: Swap with 1" }));
  await user.keyboard("Other{Escape}");
  expect(mole).toHaveTextContent("Swap with 1");
  expect(screen.getByText("1 note")).toBeInTheDocument();
});

const DRAFT = () => localStorage.getItem(`vitrine.note-draft.${id}`);

test("a note that was being written when the page was left is saved when the page opens again", async () => {
  const user = await open();
  const mole = () => tiles()[1] as HTMLElement;
  await user.click(within(mole()).getByRole("button", { name: "Add a note" }));
  await user.keyboard("Cover?");
  // A page that is reloaded runs nothing more.
  const left = DRAFT() ?? "";
  cleanup();
  localStorage.setItem(`vitrine.note-draft.${id}`, left);
  await open();
  await waitFor(() => expect(mole()).toHaveTextContent("Cover?"));
  await waitFor(() => expect(DRAFT()).toBeNull());
});

test("the draft of another image stays; that of a deleted image is deleted", async () => {
  localStorage.setItem("vitrine.note-draft.another", '{"imageId":"Mole","note":"Mine"}');
  localStorage.setItem(`vitrine.note-draft.${id}`, '{"imageId":"gone","note":"Old"}');
  const user = await open();
  await waitFor(() => expect(DRAFT()).toBeNull());
  await user.click(within(tiles()[1] as HTMLElement).getByRole("button", { name: "Add a note" }));
  await user.keyboard("No{Escape}");
  expect(DRAFT()).toBeNull();
  expect(localStorage.getItem("vitrine.note-draft.another")).not.toBeNull();
});

test("the filter matches names, and says if nothing matches", async () => {
  const user = await open();
  const filter = screen.getByRole("textbox", { name: "Filter by name, host or note" });
  await user.type(filter, "sail");
  await waitFor(() => expect(names()).toEqual(["Sail"]));
  expect(screen.getByText("1 of 3")).toBeInTheDocument();
  await user.type(filter, "xx");
  await user.click(await screen.findByRole("button", { name: "Show all images" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test("selected images move to a new collection", async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Select: Mole" }));
  const bar = await screen.findByRole("region", { name: "Selection" });
  await user.click(within(bar).getByRole("button", { name: "Move to another collection" }));
  const dialog = await screen.findByRole("dialog", { name: "Move 1 image" });
  await user.type(await within(dialog).findByRole("textbox"), "Covers");
  await user.click(within(dialog).getByRole("button", { name: "Move" }));
  await waitFor(() => expect(names()).toEqual(["Quay", "Sail"]));
  const covers = (await store.listCollections()).find(({ name }) => name === "Covers");
  expect(covers?.imageCount).toBe(1);
});

test("a move says how many images the other collection already had", async () => {
  await store.createCollection("Spread", [savedImage("Mole")]);
  const user = await open();
  for (const name of ["Mole", "Sail"]) await select(user, name);
  const bar = await screen.findByRole("region", { name: "Selection" });
  await user.click(within(bar).getByRole("button", { name: "Move to another collection" }));
  const dialog = await screen.findByRole("dialog", { name: "Move 2 images" });
  await user.click(await within(dialog).findByRole("button", { name: /^Spread/ }));
  const text =
    "Moved 1 image to “Spread”. 1 image was already in “Spread” and left this collection";
  expect(await screen.findAllByText(text)).not.toEqual([]);
});

test("a change of another tab appears", async () => {
  await open();
  await store.removeImages(id, ["mole"]);
  const other = new BroadcastChannel("vitrine.collections");
  other.postMessage(id);
  await waitFor(() => expect(names()).toEqual(["Quay", "Sail"]));
  other.close();
});

test("a link to a missing collection says so", async () => {
  render(
    <SearchParamsContext value={new URLSearchParams()}>
      <CollectionPage id="unknown" />
    </SearchParamsContext>,
  );
  expect(await screen.findByRole("heading", { name: "Collection not found" })).toBeInTheDocument();
});

test("a change made while another tab's change is being read is kept", async () => {
  const { result } = renderHook(() => useCollection(id));
  const ids = () => result.current.images.map((image) => image.id);
  await waitFor(() => expect(ids()).toEqual(["quay", "mole", "sail"]));
  const read = IDBIndex.prototype.getAll;
  let isRemoved = false;
  vi.spyOn(IDBIndex.prototype, "getAll").mockImplementation(function (this: IDBIndex, ...range) {
    const request = read.apply(this, range);
    request.addEventListener("success", () => {
      if (isRemoved) return;
      isRemoved = true;
      void result.current.actions.remove(["mole"]);
    });
    return request;
  });
  const other = new BroadcastChannel("vitrine.collections");
  other.postMessage(id);
  await waitFor(() => expect(isRemoved).toBe(true));
  await waitFor(async () => expect(await savedNames()).toEqual(["Quay", "Sail"]));
  await waitFor(() => expect(ids()).toEqual(["quay", "sail"]));
  other.close();
  vi.mocked(IDBIndex.prototype.getAll).mockRestore();
});
