import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { listProps } from "@/components/grid/tile-list";
import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { ImageTile } from "@/components/tile/image-tile";
import { countShownPictures, hostsText, parseHosts } from "@/lib/client/shown-hosts";
import { TileSettingsProvider } from "@/lib/client/tile-settings";
import type { Image } from "@/lib/contract/search-answer";
import type { PictureSettings } from "@/lib/core/settings/pictures";
import { anImage, settled } from "../support/on-search-page";

const CLICK: PictureSettings = { mode: "click", isBlurred: false, savesData: false };
const BLUR: PictureSettings = { mode: "server", isBlurred: true, savesData: false };
const DIRECT: PictureSettings = { mode: "direct", isBlurred: false, savesData: false };
const SAVING: PictureSettings = { mode: "server", isBlurred: false, savesData: true };

let lastId = 0;
/** Revealed pictures stay revealed until the page unloads, so each test needs its own images. */
const imagesOf = (count: number, changes: Partial<Image> = {}) =>
  Array.from({ length: count }, () => {
    lastId += 1;
    return anImage({ id: `chosen-${lastId}`, name: `Barn ${lastId}`, ...changes });
  });

async function renderTiles(
  pictures: PictureSettings,
  images: readonly Image[],
  { search = "q=barn", isFirst = false, onClick = vi.fn() } = {},
) {
  render(
    <TileSettingsProvider value={{ density: "normal", pictures }}>
      <ShowAllPictures images={images} />
      <ul {...listProps()}>
        {images.map((image) => (
          <ImageTile
            key={image.id}
            image={image}
            href={`?${search}&image=${image.id}`}
            isFirst={isFirst}
            onClick={onClick}
            onLoadChange={() => {}}
          />
        ))}
      </ul>
    </TileSettingsProvider>,
  );
  await settled();
  return onClick;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const imgs = () => [...document.querySelectorAll("img")];

test("before a click the tile has its name and a button, and requests nothing", async () => {
  const [image] = imagesOf(1);
  await renderTiles(CLICK, [image as Image]);
  expect(imgs()).toEqual([]);
  const cover = screen.getByRole("button", { name: `Show picture: ${image?.name}` });
  expect(cover).toHaveTextContent(image?.name ?? "");
  // Without scripts the link opens the image.
  expect(cover).toHaveAttribute("href", `?q=barn&image=${image?.id}`);

  const isPrevented = await new Promise<boolean>((resolve) => {
    document.addEventListener("click", (event) => resolve(event.defaultPrevented), { once: true });
    cover.click();
  });
  expect(isPrevented).toBe(true);
  const link = screen.getByRole("link", { name: image?.name ?? "" });
  expect(link).toContainElement(imgs()[0] ?? null);
});

test("the first press of Enter or Space reveals one picture, and the focus stays", async () => {
  const images = imagesOf(2);
  await renderTiles(CLICK, images);
  for (const [i, key] of ["{Enter}", " "].entries()) {
    const cover = screen.getByRole("button", { name: `Show picture: ${images[i]?.name}` });
    cover.focus();
    await act(() => userEvent.keyboard(key));
    expect(screen.getByRole("link", { name: images[i]?.name ?? "" })).toHaveFocus();
    expect(imgs()).toHaveLength(i + 1);
  }
});

test("one button reveals all pictures of the list and then goes", async () => {
  await renderTiles(CLICK, imagesOf(3));
  await act(() => userEvent.click(screen.getByRole("button", { name: "Show all pictures" })));
  expect(imgs()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Show all pictures" })).toBeNull();
});

test("a click with Ctrl opens the image elsewhere and reveals nothing", async () => {
  const [image] = imagesOf(1);
  await renderTiles(CLICK, [image as Image]);
  const cover = screen.getByRole("button", { name: `Show picture: ${image?.name}` });
  cover.addEventListener("click", (event) => setTimeout(() => event.preventDefault()));
  const onClick = (event: Event) => event.preventDefault();
  document.addEventListener("click", onClick);
  await act(async () => {
    cover.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }),
    );
  });
  document.removeEventListener("click", onClick);
  expect(imgs()).toEqual([]);
});

test("a blur covers pictures of moderate safe search with the loaded picture", async () => {
  const [strict, moderate] = imagesOf(2);
  await renderTiles(BLUR, [strict as Image]);
  expect(screen.queryByRole("button", { name: /^Show picture/ })).toBeNull();
  cleanup();
  await renderTiles(BLUR, [moderate as Image], { search: "q=barn&safesearch=moderate" });
  const cover = screen.getByRole("button", { name: `Show picture: ${moderate?.name}` });
  const [img] = imgs();
  expect(cover).toContainElement(img ?? null);
  expect(getComputedStyle(img as HTMLElement).filter).toContain("blur");
  await act(() => userEvent.click(cover));
  // The same element, so that nothing is requested again.
  expect(imgs()).toEqual([img]);
  expect(getComputedStyle(img as HTMLElement).filter).toBe("none");
});

test("a direct picture comes from its host without a referrer, and from this server if that refuses", async () => {
  const [image] = imagesOf(1, { imageUrl: "http://127.0.0.1:9/refuses.png" });
  await renderTiles(DIRECT, [image as Image]);
  const [img] = imgs();
  expect(img).toHaveAttribute("referrerpolicy", "no-referrer");
  await waitFor(() => expect(imgs()[0]?.getAttribute("src")).toMatch(/^\/thumb\//));
});

test("an own picture has no other host", async () => {
  await renderTiles(DIRECT, imagesOf(1));
  expect(imgs()[0]?.getAttribute("src")).toMatch(/^\/thumb\//);
});

test("a browser that saves data gets smaller pictures, and none before it needs it", async () => {
  const thumbnails = { path: "/thumb/a/", widthsPx: [160, 240, 320, 480] };
  await renderTiles(SAVING, imagesOf(1, { thumbnails }), { isFirst: true });
  expect(imgs()[0]?.getAttribute("srcset")).toBe("/thumb/a/160 160w, /thumb/a/240 240w");
  expect(imgs()[0]).toHaveAttribute("loading", "lazy");
});

test("a host's pictures are counted once a page, by who requested them, and only for today", async () => {
  const images = imagesOf(2, { imageUrl: "https://pictures.example/a.png" }).map((image) => ({
    ...image,
    thumbnails: { path: `/thumb/${image.id}/`, widthsPx: [240] },
  }));
  const leaving = new AbortController();
  countShownPictures(images, leaving.signal);
  await renderTiles(BLUR, images);
  const counts = [{ host: "pictures.example", byServer: 2, byBrowser: 0 }];
  await waitFor(() => expect(parseHosts(hostsText())).toEqual(counts));
  cleanup();
  await renderTiles(BLUR, images);
  await waitFor(() => expect(imgs().every(({ complete }) => complete)).toBe(true));
  expect(parseHosts(hostsText())).toEqual(counts);
  leaving.abort();
  expect(parseHosts(hostsText().replace(/"day":"[^"]*"/, '"day":"Fri Nov 27 1998"'))).toEqual([]);
  expect(parseHosts("damaged")).toEqual([]);
});
