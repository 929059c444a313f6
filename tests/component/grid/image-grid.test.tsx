import { render, screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { GridLine } from "@/components/grid/grid-line";
import { ImageGrid } from "@/components/grid/image-grid";
import { GridProvider } from "@/lib/client/grid-provider";
import type { Image } from "@/lib/contract/search-answer";
import { anAnswer, anImage } from "../support/on-search-page";

const own = (id: string, name: string): Image =>
  anImage({
    id,
    name,
    host: "localhost",
    hostUrl: null,
    folder: "Harbour trip",
    file: { name: `${id}.jpg`, format: "jpeg", sizeBytes: 1_000 },
  });

function renderGrid(props: Partial<ComponentProps<typeof ImageGrid>>) {
  render(
    <GridProvider>
      <ImageGrid
        images={[]}
        query={null}
        service={anAnswer().service}
        page=""
        onLoadChange={() => {}}
        {...props}
      />
    </GridProvider>,
  );
}

/** What stands under each image for its origin. */
const placesOf = () =>
  [...document.querySelectorAll("[data-image-id] p:not([aria-hidden]) > :first-child")].map(
    ({ textContent }) => textContent,
  );

test("own pictures of one name have their file names, the others their folder", () => {
  const images = [own("IMG_2042", "Harbour"), own("IMG_2043", "Harbour"), own("boat", "A boat")];
  renderGrid({ images });
  expect(placesOf()).toEqual(["IMG_2042.jpg", "IMG_2043.jpg", "Harbour trip"]);
});

test("a grid may show all file names that differ from the names", () => {
  const images = [own("IMG_2042", "Harbour"), own("boat", "boat"), own("a", "a.jpg"), own("b", "")];
  renderGrid({ images, showsFiles: true });
  expect(placesOf()).toEqual(["IMG_2042.jpg", "Harbour trip", "Harbour trip", "b.jpg"]);
});

test("headings stand between images, on lines of their own, and arrow keys pass them", async () => {
  const images = ["a", "b", "c"].map((id) => own(id, id));
  const lines = new Map(
    [
      ["a", "May"],
      ["c", "April"],
    ].map(([id, text]) => [id as string, <GridLine key={text}>{text}</GridLine>]),
  );
  renderGrid({ images, lines });
  const list = screen.getByRole("list", { name: "Images" });
  const items = within(list).getAllByRole("listitem");
  expect(items.map((item) => item.dataset.imageId ?? item.textContent)).toEqual([
    ...["May", "a", "b", "April", "c"],
  ]);
  const headings = within(list).getAllByRole("heading", { level: 2 });
  const topOf = (element: Element | undefined) => element?.getBoundingClientRect().top ?? 0;
  const bottomOf = (element: Element | undefined) => element?.getBoundingClientRect().bottom ?? 0;
  expect(topOf(headings[1])).toBeGreaterThan(bottomOf(items[2]?.querySelector("img") as Element));
  expect(topOf(items[4]?.querySelector("img") as Element)).toBeGreaterThan(bottomOf(headings[1]));

  const linkOf = (item: HTMLElement | undefined) => item?.querySelector("a") as HTMLElement;
  linkOf(items[2]).focus();
  await userEvent.keyboard("{ArrowRight}");
  await waitFor(() => expect(document.activeElement).toBe(linkOf(items[4])));
  await userEvent.keyboard("{ArrowUp}");
  await waitFor(() => expect(linkOf(items[1]).contains(document.activeElement)).toBe(true));
});
