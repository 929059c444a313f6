import { act, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  type ActionPage,
  actsByShortcut,
  IMAGE_ACTIONS,
  type ImageAction,
  useActionPage,
} from "@/components/image-dialogs/image-actions";
import { panelActions } from "@/components/lightbox/save-buttons";
import { SelectionBar } from "@/components/selection/selection-bar";
import { TileMenu } from "@/components/tile/tile-menu";
import { imageStore } from "@/lib/client/image-store";
import type { PickedImage } from "@/lib/contract/picked-image";
import { anImage } from "../support/on-search-page";

const provenance = { search: "q=barn", rank: 1, foundAt: "2026-11-20T14:02:33Z", service: "demo" };
const image: PickedImage = { ...anImage(), provenance };

const done: string[] = [];
const FRAME: ImageAction = {
  name: "frame",
  icon: "picture",
  shortcut: "details",
  menu: "image",
  bar: "button",
  panel: "row",
  label: ({ length }) => `Frame ${length}`,
  act: (images) => () => done.push(images.map(({ id }) => id).join()),
};

/** A tile's menu and the selection's bar of a page with one more action. */
function Page({ opener }: { opener: HTMLElement }) {
  const page: ActionPage = useActionPage({ store: imageStore });
  const actions = [...IMAGE_ACTIONS, FRAME];
  return (
    <>
      <TileMenu opened={{ opener }} images={[image]} actions={actions} page={page} />
      <SelectionBar
        selection={{ ids: new Set([image.id]), anchorId: null }}
        isKept
        selected={[image]}
        shown={[image]}
        actions={actions}
        page={page}
        onSelectAll={() => {}}
        onInvert={() => {}}
        onClear={() => {}}
      />
    </>
  );
}

test("a row of the table is an item of the menu, a button of the bar, and a shortcut", async () => {
  const tile = document.body.appendChild(document.createElement("li"));
  tile.dataset.imageId = image.id;
  const opener = tile.appendChild(document.createElement("button"));
  await act(async () => render(<Page opener={opener} />));
  const bar = screen.getByRole("region", { name: "Selection" });
  act(() => within(bar).getByRole("button", { name: "Frame 1" }).click());
  const menu = screen.getByRole("menu", { name: "Red barn in snow", hidden: true });
  act(() => within(menu).getByRole("menuitem", { name: "Frame 1", hidden: true }).click());
  const page: ActionPage = {
    store: null,
    title: "",
    query: null,
    searchCost: null,
    lastName: null,
  };
  actsByShortcut([FRAME], [image], page).details?.();
  expect(done).toEqual(["one", "one", "one"]);
  tile.remove();

  // Also in the panel of the lightbox, from the same table.
  const inPanel = IMAGE_ACTIONS.filter(({ panel }) => panel === "row").map(({ name }) => name);
  expect(panelActions("row", image, page).map(({ name }) => name)).toEqual(inPanel);
});
