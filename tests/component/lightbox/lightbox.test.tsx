import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type CSSProperties, useContext, useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent as keyboard } from "vitest/browser";
import { LongGrid } from "@/components/grid/long-grid";
import { Lightbox } from "@/components/lightbox/lightbox";
import { PageLightbox } from "@/components/lightbox/page-lightbox";
import {
  closeImage,
  openImage,
  showImage,
  useViewedImage,
  viewHref,
} from "@/components/lightbox/viewed-image";
import { ImageTile } from "@/components/tile/image-tile";
import { ZoomedPicture } from "@/components/zoom/zoomed-picture";
import { createCollection } from "@/lib/client/collections/collection-store";
import { creditFormat } from "@/lib/client/copy-credit";
import { GridProvider, GridRefContext } from "@/lib/client/grid-provider";
import { createImageStore } from "@/lib/client/image-store";
import type { PickedImage } from "@/lib/contract/picked-image";
import { SearchParamsContext } from "../support/next-navigation";
import { anImage } from "../support/on-search-page";
import { watchSavedFiles } from "../support/saved-files";

const provenance = {
  search: "q=barn",
  rank: 1,
  foundAt: "2026-11-20T14:02:33.000Z",
  service: "demo",
};
const images: PickedImage[] = ["one", "two", "three"].map((id, i) => ({
  ...anImage({ id, name: `Barn ${id}`, imageUrl: `/library/${id}/original` }),
  provenance: { ...provenance, rank: i + 1 },
}));

const store = createImageStore(() => sessionStorage);

beforeEach(() => {
  store.add(images);
});
afterEach(() => {
  document.dir = "";
  vi.unstubAllGlobals();
});

/** A grid with the lightbox over it, on a page whose state is its URL. */
function Page() {
  const imageId = useViewedImage();
  return (
    <GridProvider>
      <Tiles />
      {imageId !== null && (
        <Lightbox
          images={images}
          imageId={imageId}
          store={store}
          origin="http://localhost"
          searchCost="paid"
          hrefOf={viewHref}
          onShow={showImage}
          onClose={closeImage}
        />
      )}
    </GridProvider>
  );
}

function Tiles() {
  return (
    <div ref={useContext(GridRefContext)}>
      {images.map(({ id, name }) => (
        <div key={id} data-image-id={id}>
          <a href={viewHref(id)}>{`Tile of ${name}`}</a>
        </div>
      ))}
    </div>
  );
}

function open(imageId: string): void {
  history.replaceState(null, "", "/search?q=barn");
  render(
    <SearchParamsContext value={new URLSearchParams("q=barn")}>
      <Page />
    </SearchParamsContext>,
  );
  act(() => openImage(imageId));
}

/** Waits until the URL is written, which happens after the first frame. */
const urlWritten = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
afterEach(urlWritten);

const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
const heading = () => screen.getByRole("heading", { level: 2 }).textContent;

test("the URL names the image, and one step back closes the lightbox", async () => {
  const steps = history.length;
  open("two");
  await urlWritten();
  expect(location.search).toBe("?q=barn&image=two");
  expect(heading()).toBe("Barn two");
  expect(screen.getByText("2 of 3")).toBeVisible();
  press("ArrowRight");
  await urlWritten();
  expect(location.search).toBe("?q=barn&image=three");
  expect(heading()).toBe("Barn three");
  expect(screen.getByRole("status")).toHaveTextContent("3 of 3: Barn three");
  press("ArrowRight");
  expect(heading()).toBe("Barn three");
  expect(history.length).toBe(steps + 1);

  const back = new Promise((done) => addEventListener("popstate", done, { once: true }));
  press("Escape");
  await act(() => back);
  expect(location.search).toBe("?q=barn");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Tile of Barn three")).toHaveFocus();
});

test("closing before the URL names the image leaves the page as it was", async () => {
  open("one");
  press("ArrowRight");
  const back = new Promise((done) => addEventListener("popstate", done, { once: true }));
  press("Escape");
  await act(() => back);
  await urlWritten();
  expect(location.search).toBe("?q=barn");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a direct visit is closed without leaving the page", async () => {
  open("one");
  await urlWritten();
  cleanup();
  history.replaceState(null, "", "/search?q=barn&image=one");
  const steps = history.length;
  render(
    <SearchParamsContext value={new URLSearchParams("q=barn&image=one")}>
      <Page />
    </SearchParamsContext>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Close" }));
  expect(location.search).toBe("?q=barn");
  expect(history.length).toBe(steps);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("arrows mirror in right-to-left text", () => {
  document.dir = "rtl";
  open("two");
  press("ArrowRight");
  expect(heading()).toBe("Barn one");
});

/** Presses keys after its siblings are in the document, and before the browser paints them. */
function PressAtOnce({ keys }: { keys: readonly string[] }) {
  useLayoutEffect(() => {
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  }, [keys]);
  return null;
}

test("keys work as soon as the picture can be seen", async () => {
  const shown: string[] = [];
  const closed = vi.fn();
  const page = (
    <>
      <Lightbox
        images={images}
        imageId="one"
        store={store}
        origin="http://localhost"
        searchCost="paid"
        hrefOf={viewHref}
        onShow={(id) => shown.push(id)}
        onClose={closed}
      />
      <PressAtOnce keys={["ArrowRight", "Escape"]} />
    </>
  );
  await act(async () => render(page));
  expect(shown).toEqual(["two"]);
  expect(closed).toHaveBeenCalledOnce();
});

test("keys select, show details and zoom", () => {
  open("one");
  press("x");
  expect([...store.selection().ids]).toEqual(["one"]);
  expect(screen.getByRole("button", { name: "Select" })).toHaveAttribute("aria-pressed", "true");
  press("x");
  expect(store.selection().ids.size).toBe(0);
  const details = screen.getByRole("button", { name: "Details" });
  press("i");
  expect(details).toHaveAttribute("aria-pressed", "false");
});

test("a copied credit is announced and shown", async () => {
  open("one");
  // The browser copies only for a key that it received itself.
  await keyboard.click(screen.getByRole("heading", { level: 2 }));
  await keyboard.keyboard("c");
  expect(await screen.findByText("Credit copied")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Credit copied"));
});

test("the panel shows the credit as it is copied: in the last chosen format", async () => {
  open("one");
  const shown = () => document.querySelector("blockquote")?.textContent;
  await waitFor(() => expect(shown()).toMatch(/^“Barn one”/));
  act(() => creditFormat.save({ format: "markdown" }));
  await waitFor(() => expect(shown()).toMatch(/^“\[Barn one\]\(/));
  act(() => creditFormat.save({ format: "plain" }));
});

test("zoomed in, a picture without a loadable original shows its widest thumbnail", () => {
  const zoomed = (scale: number) => (
    <ZoomedPicture
      image={anImage({ name: "Barn" })}
      loadedSrc={null}
      zoom={{ scale, x: 0.5, y: 0.5 }}
      onZoom={() => {}}
      zoomsByWheel={() => true}
    />
  );
  const { rerender } = render(zoomed(1));
  expect(screen.getByAltText("Barn")).toHaveAttribute("srcset");
  rerender(zoomed(2.5));
  expect(screen.getByAltText("Barn")).not.toHaveAttribute("srcset");
  expect(screen.getByAltText("Barn")).toHaveAttribute("src", "/thumb/a/480");
});

test("a failed thumbnail is missing, even if its one pixel is drawn several pixels wide", async () => {
  const thumbnails = { path: "/thumb/failed/gone/", widthsPx: [240] };
  const room = { "--room-inline": "900px", "--room-block": "700px" } as CSSProperties;
  render(
    <div style={room}>
      <ZoomedPicture
        image={anImage({ thumbnails })}
        loadedSrc={null}
        zoom={{ scale: 1, x: 0.5, y: 0.5 }}
        onZoom={() => {}}
        zoomsByWheel={() => true}
      />
    </div>,
  );
  expect(await screen.findByText("Couldn’t load the image. Its links still work.")).toBeVisible();
});

test("a Ctrl-click on a neighbour is left to the browser", () => {
  open("one");
  const next = screen.getByRole("link", { name: "Next image" });
  expect(next).toHaveAttribute("href", "/search?q=barn&image=two");
  expect(fireEvent.click(next, { ctrlKey: true })).toBe(true);
  expect(heading()).toBe("Barn one");
  expect(fireEvent.click(next)).toBe(false);
  expect(heading()).toBe("Barn two");
});

test("the panel shows the image's details, and the cost of a search", () => {
  open("one");
  expect(screen.getByText("1200 × 800, 1 MP")).toBeVisible();
  expect(screen.getByText("#aa3322")).toBeVisible();
  expect(screen.getByText("Not verified. Ask farm.example before publishing.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Only this site 1 search" })).toHaveAttribute(
    "href",
    "/search?q=barn&site=farm.example",
  );
  expect(screen.getByText(/^“Barn one”, farm\.example, .*Rights not verified\.$/)).toBeVisible();
  expect(screen.getAllByRole("link", { name: "Barn two" })).toHaveLength(2);
});

test("a download that fails says so in the panel, and a later one shows its progress and saves the file", async () => {
  const remote = { ...images[0], imageUrl: "https://farm.example/barn.png", name: "Barn: red?" };
  images.splice(0, 1, remote as PickedImage);
  const saved = watchSavedFiles();
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { code: "image_gone" } }, { status: 404 }),
  );
  open("one");
  const button = screen.getByRole("button", { name: "Download" });
  fireEvent.click(button);
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Download failed. Its host has no image at this URL any more.",
  );
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1_500_000));
      end = () => controller.close();
    },
  });
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(body, { headers: { "content-type": "image/png", "content-length": "3000000" } }),
  );
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent("1.5 MB of 3 MB"));
  expect(saved).toEqual([]);
  end();
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["Barn red.png"]));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("the panel names the image's collections; one key saves to the last one, and another undoes that", async () => {
  const saved = { reference: null, note: "", clearance: null, savedAt: provenance.foundAt };
  const [one] = images.map((image) => ({ ...image, ...saved }));
  if (one === undefined) throw new Error("no images");
  const { id } = await createCollection("Coast", [one]);
  await createCollection("Harbour <b>", [one]);
  await waitFor(() => expect(localStorage.length).toBe(1));
  open("one");
  const coast = await screen.findByRole("link", { name: "Coast" });
  expect(coast).toHaveAttribute("href", `/collections/${id}`);
  expect(coast.parentElement).toHaveTextContent("In Harbour <b>, Coast");

  press("ArrowRight");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Coast" })).toBeNull());
  press("S", { shiftKey: true });
  expect(await screen.findByText("Saved to “Harbour <b>”", { selector: "p" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Harbour <b>" })).toBeVisible();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  press("z", { ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Harbour <b>" })).toBeNull());
});

/** A long grid under its lightbox, as on a collection's page. */
function LongPage({ shown }: { shown: readonly PickedImage[] }) {
  return (
    <SearchParamsContext value={new URLSearchParams()}>
      <GridProvider>
        <LongGrid
          images={shown}
          renderTile={(image) => (
            <ImageTile
              key={image.id}
              image={image}
              href={`?image=${image.id}`}
              onLoadChange={() => {}}
            />
          )}
          marginScreens={0.25}
          keepsEnds={false}
        />
        <PageLightbox images={shown} />
      </GridProvider>
    </SearchParamsContext>
  );
}

test("a closed lightbox returns focus and place to its last image among 5,000, of which few are rendered", async () => {
  history.replaceState(null, "", "/collections/coast");
  const shown = Array.from({ length: 5_000 }, (_, i) => ({
    ...anImage({ id: `picture-${i}`, name: `Picture ${i}` }),
    provenance,
  }));
  const tile = (i: number) => document.querySelector<HTMLElement>(`[data-image-id="picture-${i}"]`);
  const { container } = await act(async () => render(<LongPage shown={shown} />));
  await act(async () => openImage("picture-0"));
  for (let step = 0; step < 100; step++) fireEvent.keyDown(document.body, { key: "ArrowRight" });
  await screen.findByText("101 of 5,000");
  expect(tile(100)).toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(tile(100)?.querySelector("a")).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
  const { top, bottom } = (tile(100) as HTMLElement).getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  expect(container.querySelectorAll("[data-image-id]").length).toBeLessThan(200);
});
