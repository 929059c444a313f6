"use client";

import type { MenuAction } from "@/components/grid/menu-item";
import { TileMenu } from "@/components/grid/tile-menu";
import { announce } from "@/components/ui/announcer";
import type { SelectionStore } from "@/lib/client/image-store";
import type { StoredImage } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { dayText } from "@/lib/messages/date-text";
import { ActionMenu } from "./action-menu";
import type { OpenDialogs } from "./collection-dialogs";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";

/** The button that opened a menu, and its image; null for the collection's own menu. */
export type OpenedMenu = { opener: HTMLElement; imageId: string | null };

type CollectionMenuProps = {
  opened: OpenedMenu;
  collection: UsedCollection;
  changes: ImageChanges;
  /** The selection of the collection. */
  store: SelectionStore;
  ask: OpenDialogs["ask"];
};

/** The menu of a collection, or of one of its images. */
export function CollectionMenu({ opened, collection, changes, store, ask }: CollectionMenuProps) {
  const { images, actions } = collection;
  const { imageId } = opened;
  const image = images.find(({ id }) => id === imageId);
  if (imageId === null) {
    return <ActionMenu opened={opened} label={messages("more")} actions={ownActions()} />;
  }
  return (
    <TileMenu
      opened={opened}
      images={images}
      store={store}
      {...(image && {
        collection: {
          note: foundText(image),
          actions: imageActions(image),
          remove: {
            text: messages("remove"),
            isDestructive: true,
            act: () => void changes.remove(changes.idsToChange(image.id)),
          },
        },
      })}
    />
  );

  function ownActions(): MenuAction[] {
    return [
      { text: messages("rename"), act: () => ask({ kind: "rename" }) },
      ...(images.length > 0
        ? [{ text: messages("stillThere"), act: () => ask({ kind: "check", images }) }]
        : []),
      {
        text: messages("delete"),
        isDestructive: true,
        act: () => void changes.deleteAll(),
      },
    ];
  }

  function imageActions(image: StoredImage): MenuAction[] {
    const { id, clearance } = image;
    const ids = changes.idsToChange(id);
    return [
      { text: messages("stillThere"), act: () => ask({ kind: "check", images: [image] }) },
      { text: messages("moveToStart"), act: () => changes.move(id, images[0]?.id ?? null) },
      { text: messages("moveToEnd"), act: () => changes.move(id, null) },
      { text: messages("transfer"), act: () => ask({ kind: "transfer", ids }) },
      {
        text: messages("cover"),
        act: async () => {
          const isSaved = await actions.changeCollection({ coverId: id });
          if (isSaved !== null) announce(messages("coverSet"));
        },
      },
      clearance === null
        ? { text: messages("clear"), act: () => ask({ kind: "clear", ids }) }
        : { text: messages("unclear"), act: () => changes.unclear(ids) },
    ];
  }
}

/** Returns where an image is from and how its rights were cleared; empty if neither is known. */
function foundText({ provenance, clearance }: StoredImage): string {
  const query = new URLSearchParams(provenance.search ?? "").get("q");
  const day = dayText(Date.parse(provenance.foundAt));
  return [
    query && messages("foundBy", { query, day }),
    clearance &&
      messages("clearedSince", { day: dayText(Date.parse(clearance.at)), note: clearance.note }),
  ]
    .filter(Boolean)
    .join(" ");
}
