import { beforeEach, expect, test, vi } from "vitest";
import { createImageStore } from "@/lib/client/image-store";
import { NO_SELECTION, selectedAlso, toggled } from "@/lib/core/image/selection";
import { anImage } from "../support/on-search-page";

const provenance = { search: "q=barn", rank: 1, foundAt: "2026-11-20T14:02:33Z", service: "demo" };
const picked = (id: string, search = "q=barn") => ({
  ...anImage({ id }),
  provenance: { ...provenance, search },
});
const leave = () => window.dispatchEvent(new Event("pagehide"));
/** Simulates the return to a page in the back/forward cache. */
const goBack = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

beforeEach(() => sessionStorage.clear());

test("the selection and its images survive a page load", () => {
  const store = createImageStore(() => sessionStorage);
  store.add([picked("a"), picked("b"), picked("c")]);
  store.select(selectedAlso(NO_SELECTION, ["c", "a"]));
  leave();
  const next = createImageStore(() => sessionStorage);
  expect([...next.selection().ids]).toEqual(["c", "a"]);
  expect(next.selectedImages().map(({ id }) => id)).toEqual(["c", "a"]);
  expect(next.get("b")).toBeUndefined();
});

test("a page from the back/forward cache shows what was selected, or cleared, on a later page", () => {
  const earlier = createImageStore(() => sessionStorage);
  const listener = vi.fn();
  earlier.subscribe(listener);
  earlier.add([picked("a"), picked("c")]);
  earlier.select(toggled(NO_SELECTION, "a"));
  leave();
  const later = createImageStore(() => sessionStorage);
  later.add([picked("b")]);
  later.select(toggled(later.selection(), "b"));
  leave();
  listener.mockClear();
  goBack();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(earlier.selectedImages().map(({ id }) => id)).toEqual(["a", "b"]);
  earlier.select(toggled(earlier.selection(), "c"));
  leave();
  expect([...createImageStore(() => sessionStorage).selection().ids]).toEqual(["a", "b", "c"]);
  sessionStorage.clear();
  goBack();
  expect(earlier.selection()).toBe(NO_SELECTION);
});

test("a selection that could not be saved survives in the back/forward cache", () => {
  const store = createImageStore(() => {
    throw new Error("refused");
  });
  store.add([picked("a")]);
  store.select(toggled(NO_SELECTION, "a"));
  leave();
  goBack();
  expect(store.selection().ids.has("a")).toBe(true);
});

test("listeners are called once for each change, and the value is stable between changes", () => {
  const store = createImageStore(() => sessionStorage);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  const next = toggled(store.selection(), "a");
  store.select(next);
  store.select(next);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.selection()).toBe(next);
  expect(store.selectedImages()).toBe(store.selectedImages());
  unsubscribe();
  store.select(NO_SELECTION);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("a selected image keeps how it was found, with newer thumbnails", () => {
  const store = createImageStore(() => sessionStorage);
  store.add([picked("a"), picked("b")]);
  store.select(toggled(NO_SELECTION, "a"));
  const newer = { path: "/thumb/newer/", widthsPx: [240] };
  store.add([{ ...picked("a", "q=door"), thumbnails: newer }, picked("b", "q=door")]);
  expect(store.get("a")).toMatchObject({ thumbnails: newer, provenance: { search: "q=barn" } });
  expect(store.get("b")?.provenance.search).toBe("q=door");
});

test("an image that is selected again has the provenance of the later search, until undo", () => {
  const store = createImageStore(() => sessionStorage);
  store.add([picked("a", "q=sea")]);
  const first = toggled(NO_SELECTION, "a");
  store.select(first);
  store.add([picked("a", "q=lighthouse")]);
  store.select(NO_SELECTION);
  store.select(toggled(NO_SELECTION, "a"));
  const found = () => store.selectedImages().map(({ provenance }) => provenance.search);
  expect(found()).toEqual(["q=lighthouse"]);
  store.select(first);
  expect(found()).toEqual(["q=sea"]);
});

test.each(["no JSON", "null", "{}", '{"images":[{}],"anchorId":null}', '{"images":[1]}'])(
  "saved text %j is not a selection",
  (text) => {
    sessionStorage.setItem("vitrine.selection", text);
    expect(createImageStore(() => sessionStorage).selection().ids.size).toBe(0);
  },
);

test("without storage the selection works until the page unloads", () => {
  const store = createImageStore(() => {
    throw new Error("refused");
  });
  store.select(toggled(NO_SELECTION, "a"));
  leave();
  expect(store.selection().ids.has("a")).toBe(true);
});

test("a selection that is too large to save says so, and no earlier one takes its place", () => {
  const store = createImageStore(() => sessionStorage);
  const listener = vi.fn();
  store.add([picked("a"), picked("b")]);
  store.select(toggled(NO_SELECTION, "a"));
  leave();
  expect(store.isKept()).toBe(true);
  const filled = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  store.subscribe(listener);
  store.select(selectedAlso(NO_SELECTION, ["a", "b"]));
  leave();
  filled.mockRestore();
  expect(store.isKept()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(createImageStore(() => sessionStorage).selectedImages()).toEqual([]);
});

test("a tab keeps the images that it saw last, and those that are selected", () => {
  const store = createImageStore(() => sessionStorage);
  store.add([picked("selected"), picked("old")]);
  store.select(toggled(NO_SELECTION, "selected"));
  store.add(Array.from({ length: 5_000 }, (_, n) => picked(`new${n}`)));
  expect(store.get("old")).toBeUndefined();
  expect(store.get("new0")).toBeDefined();
  expect(store.selectedImages().map(({ id }) => id)).toEqual(["selected"]);
});
