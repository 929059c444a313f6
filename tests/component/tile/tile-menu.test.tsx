import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { GridMenu } from "@/components/tile/tile-menu";
import { Toasts } from "@/components/ui/toast";
import { listCollections, readImages } from "@/lib/client/collections/collection-store";
import type { StoredImage } from "@/lib/contract/collection";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { anAnswer, anImage } from "../support/on-search-page";

test("an image that is saved before the page's tools have loaded keeps the search that found it", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const tile = document.createElement("li");
  tile.dataset.imageId = "one";
  const opener = tile.appendChild(document.createElement("button"));
  document.body.append(tile);
  onTestFinished(() => tile.remove());
  render(
    <>
      <GridMenu
        opened={{ opener }}
        images={[anImage({ id: "one" })]}
        query={{ ...DEFAULT_FILTERS, q: "barn", safesearch: "moderate" }}
        service={anAnswer().service}
      />
      <DialogHost />
      <Toasts />
    </>,
  );
  await userEvent.click(await screen.findByRole("menuitem", { name: /^Save to collection/ }));
  await userEvent.type(await screen.findByLabelText("New collection"), "Barns{Enter}");
  await screen.findByText("Saved to “Barns”", { selector: "p" });
  const [barns] = await listCollections();
  const saved: StoredImage[] = [];
  await readImages(barns?.id ?? "", (batch) => saved.push(...batch));
  const search = "q=barn&safesearch=moderate";
  expect(saved[0]?.provenance).toMatchObject({ search, rank: null, service: "demo" });
});
