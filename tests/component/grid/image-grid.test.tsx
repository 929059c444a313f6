import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("own pictures of one name have their file names, the others their folder", () => {
  const images = [own("IMG_2042", "Harbour"), own("IMG_2043", "Harbour"), own("boat", "A boat")];
  render(
    <GridProvider>
      <ImageGrid
        images={images}
        query={null}
        service={anAnswer().service}
        page=""
        onLoadChange={() => {}}
      />
    </GridProvider>,
  );
  const places = screen
    .getAllByRole("listitem")
    .map((tile) => within(tile).getByText(/\.jpg$|^Harbour trip$/).textContent);
  expect(places).toEqual(["IMG_2042.jpg", "IMG_2043.jpg", "Harbour trip"]);
});
