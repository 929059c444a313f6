"use client";

import type { ActionPage, ImageAction } from "@/components/image-dialogs/image-actions";
import type { MenuAction } from "@/components/tile/menu-item";
import { TileMenu } from "@/components/tile/tile-menu";
import type { StoredImage } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { dayText } from "@/lib/messages/date-text";
import { ActionMenu } from "./action-menu";
import { checkImages, nameCollection } from "./collection-actions";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";

/** The button that opened a menu, and its image; null for the collection's own menu. */
export type OpenedMenu = { opener: HTMLElement; imageId: string | null };

type CollectionMenuProps = {
  opened: OpenedMenu;
  collection: UsedCollection;
  changes: ImageChanges;
  actions: readonly ImageAction<StoredImage>[];
  page: ActionPage;
};

/** The menu of a collection, or of one of its images. */
export function CollectionMenu(props: CollectionMenuProps) {
  const { opened, collection, changes, actions, page } = props;
  const { images } = collection;
  if (opened.imageId !== null) {
    return (
      <TileMenu opened={opened} images={images} actions={actions} page={page} note={foundText} />
    );
  }
  const own: MenuAction[] = [
    {
      text: messages("rename"),
      act: () =>
        nameCollection(page.title, (name) => collection.actions.changeCollection({ name })),
    },
    ...(images.length > 0
      ? [
          {
            text: messages("stillThere", { count: images.length }),
            act: () => checkImages(images, collection.actions),
          },
        ]
      : []),
    {
      text: messages("delete"),
      isDestructive: true,
      act: () => changes.deleteAll(),
    },
  ];
  return <ActionMenu opened={opened} label={messages("more")} actions={own} />;
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
