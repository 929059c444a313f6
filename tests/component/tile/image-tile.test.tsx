import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { listProps } from "@/components/grid/tile-list";
import { ImageTile } from "@/components/tile/image-tile";
import { loadedPicture } from "@/lib/client/picture-pixels";
import type { Image } from "@/lib/contract/search-answer";
import { anImage, settled } from "../support/on-search-page";

async function renderTile(over: Partial<Image> = {}) {
  const onLoadChange = vi.fn();
  render(
    <ul {...listProps()}>
      <ImageTile
        image={anImage(over)}
        href="?q=barn&image=one"
        isFirst={false}
        onLoadChange={onLoadChange}
      />
    </ul>,
  );
  await settled();
  return { onLoadChange, tile: screen.getByRole("listitem") };
}

test("links to the lightbox and to the image's page, without a referrer to either", async () => {
  await renderTile();
  const picture = screen.getByRole("link", { name: "Red barn in snow" });
  const source = screen.getByRole("link", { name: "farm.example" });
  expect(picture).toHaveAttribute("href", "?q=barn&image=one");
  expect(source).toHaveAttribute("href", "http://farm.example/barn");
  for (const link of [picture, source]) {
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
  }
});

test("an image without a source page shows its site as text", async () => {
  await renderTile({ hostUrl: null });
  expect(screen.getByText("farm.example").closest("a")).toBeNull();
});

test("an image without a name is untitled, and its file name is not used", async () => {
  await renderTile({ name: "" });
  expect(screen.getByRole("img", { name: "Untitled image from farm.example" })).toBeInTheDocument();
  expect(screen.getByText("Untitled")).toBeInTheDocument();
});

test("the box has its ratio and colour before the image loads", async () => {
  const { tile } = await renderTile();
  expect(tile.style.getPropertyValue("--ratio")).toBe("1.5");
  expect(tile.style.getPropertyValue("--picture")).toBe("#aa3322");
  expect(screen.getByText("1200 × 800")).toBeInTheDocument();
});

test("a missing or implausible size gets the default ratio, marked as guessed", async () => {
  const { tile } = await renderTile({ width: 1, height: 90_000 });
  expect(tile.style.getPropertyValue("--ratio")).toBe("1.333");
  expect(tile).toHaveAttribute("data-guessed");
  expect(screen.getByText("Size unknown")).toBeInTheDocument();
});

test("a panorama is shown whole, a tall image is cropped, and no image is enlarged", async () => {
  const drawn = async (width: number, height: number) => {
    const { tile } = await renderTile({ width, height });
    const img = within(tile).getByRole("img").getBoundingClientRect();
    const box = within(tile)
      .getByRole("link", { name: "Red barn in snow" })
      .getBoundingClientRect();
    cleanup();
    return { ratio: img.width / img.height, box: box.width / box.height, widthPx: img.width };
  };
  const panorama = await drawn(1024, 87);
  expect(panorama.ratio).toBeCloseTo(1024 / 87, 1);
  expect(panorama.box).toBeLessThan(2.5);
  const tall = await drawn(200, 4000);
  expect(tall.ratio).toBeCloseTo(tall.box, 1);
  expect((await drawn(48, 34)).widthPx).toBe(48);
});

test("markup in a name is text", async () => {
  await renderTile({ name: "<img src=x onerror=alert(1)>" });
  expect(screen.getAllByRole("img")).toHaveLength(1);
});

const phase = () => screen.getByRole("listitem").getAttribute("data-phase");

/** Thumbnails that this server cannot make, for this reason. */
const failing = (reason: string) => ({
  thumbnails: { path: `/thumb/failed/${reason}/`, widthsPx: [240] },
});

test("the browser chooses a thumbnail by the tile's width", async () => {
  await renderTile();
  const picture = screen.getByRole("img");
  expect(picture).toHaveAttribute("srcset", "/thumb/a/240 240w, /thumb/a/480 480w");
  expect(picture.getAttribute("sizes")).toMatch(/^auto, \(min-width: 96rem\) \d+px, /);
});

test.each([
  ["gone", "farm.example no longer has this image."],
  ["too-large", "The file is too large to resize."],
  ["made-up", "farm.example didn’t return the image."],
])(
  "the single pixel of a failed thumbnail is a broken image, with the text for %s",
  async (reason, text) => {
    const { onLoadChange } = await renderTile(failing(reason));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(phase()).toBe("broken");
    expect(onLoadChange).toHaveBeenLastCalledWith("one", false);
  },
);

/** Browsers divide the natural size of a thumbnail by how many of its pixels a CSS pixel has. */
const WIDE = { width: 1200, height: 300 };

test.each([
  ["several times as wide as its thumbnail", WIDE, [240]],
  ["narrower than its thumbnail", { width: 300, height: 1200 }, [960]],
])(
  "the single pixel of a failed thumbnail is recognised in a tile %s",
  async (_what, size, widthsPx) => {
    const { thumbnails } = failing("gone");
    await renderTile({ thumbnails: { ...thumbnails, widthsPx }, ...size });
    expect(await screen.findByText("farm.example no longer has this image.")).toBeInTheDocument();
  },
);

test.each([
  ["an icon of 16 × 16 pixels in a wide tile", "icon", WIDE, [240]],
  ["a strip whose thumbnail has two columns", "line", { width: 5, height: 4000 }, [240, 960]],
])("%s is a picture", async (_what, name, size, widthsPx) => {
  await renderTile({ thumbnails: { path: `/thumb/${name}/`, widthsPx }, ...size });
  await waitFor(() => expect(phase()).toBe("shown"));
  expect(loadedPicture("one")).toBe(screen.getByRole("img"));
});

test("if the answer allows it, the original replaces a failed thumbnail", async () => {
  await renderTile({ ...failing("gone"), fallbackUrl: "/library/barn/original" });
  await waitFor(() => expect(phase()).toBe("shown"));
  expect(screen.getByRole("img")).toHaveAttribute("src", "/library/barn/original");
  expect(screen.getByRole("img")).not.toHaveAttribute("srcset");
});

test("a URL that this server refuses to fetch shows the reason without a request", async () => {
  const asked = vi.spyOn(window, "fetch");
  onTestFinished(() => asked.mockRestore());
  const { onLoadChange } = await renderTile({ thumbnails: null });
  expect(screen.queryByRole("img")).toBeNull();
  expect(
    screen.getByText("Blocked: farm.example isn’t an allowed image host."),
  ).toBeInTheDocument();
  expect(onLoadChange).toHaveBeenLastCalledWith("one", false);
  expect(asked).not.toHaveBeenCalled();
});

test("the reason names the host of the file, not of the page that shows it", async () => {
  await renderTile({ ...failing("slow-host"), imageUrl: "https://files.example/barn.jpg" });
  expect(await screen.findByText("files.example took too long.")).toBeInTheDocument();
});

test("an image that loads again after a failure is shown without an act", async () => {
  const { onLoadChange } = await renderTile();
  fireEvent.error(screen.getByRole("img"));
  await waitFor(() => expect(phase()).toBe("broken"));
  await waitFor(() => expect(phase()).toBe("shown"));
  expect(onLoadChange).toHaveBeenLastCalledWith("one", true);
});

test("the image is requested again after the wait that a busy server names, and once only", async () => {
  const busy = new Response(null, { status: 503, headers: { "retry-after": "1" } });
  const asked = vi.spyOn(window, "fetch").mockResolvedValueOnce(busy);
  onTestFinished(() => asked.mockRestore());
  await renderTile();
  fireEvent.error(screen.getByRole("img"));
  await waitFor(() => expect(phase()).toBe("broken"));
  await waitFor(() => expect(phase()).toBe("shown"), { timeout: 60_000 });
  expect(asked).toHaveBeenCalledTimes(2);
  fireEvent.error(screen.getByRole("img"));
  expect(await screen.findByText("farm.example didn’t return the image.")).toBeInTheDocument();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
  expect(phase()).toBe("broken");
});

test("a broken image keeps its place, shows the reason, and can be retried", async () => {
  const failed = new Response(null, { status: 502 });
  const asked = vi.spyOn(window, "fetch").mockResolvedValueOnce(failed);
  onTestFinished(() => asked.mockRestore());
  const { onLoadChange } = await renderTile();
  fireEvent.error(screen.getByRole("img"));
  expect(await screen.findByText("farm.example didn’t return the image.")).toBeInTheDocument();
  expect(phase()).toBe("broken");
  expect(onLoadChange).toHaveBeenLastCalledWith("one", false);
  expect(screen.getByRole("link", { name: "Open source page", hidden: true })).toHaveAttribute(
    "href",
    "http://farm.example/barn",
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  // The focused button is gone.
  await waitFor(() => expect(screen.getByRole("link", { name: "Red barn in snow" })).toHaveFocus());
  await waitFor(() => expect(phase()).toBe("shown"));
  expect(onLoadChange).toHaveBeenLastCalledWith("one", true);
});
