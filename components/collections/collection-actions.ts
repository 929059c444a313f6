import { openDialog } from "@/components/image-dialogs/dialog-host";
import {
  chooseCollection,
  type ImageAction,
  SHARED_ACTIONS,
} from "@/components/image-dialogs/image-actions";
import { announce } from "@/components/ui/announcer";
import type { Collection, StoredImage } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";

const loadNameDialog = async () => (await import("./name-dialog")).NameDialog;
const loadStillThereDialog = async () => (await import("./still-there-dialog")).StillThereDialog;
const loadCollectionDialog = async () =>
  (await import("@/components/image-dialogs/collection-dialog")).CollectionDialog;

/** Asks for the name of a collection; `value` is its present name, empty for a new collection. */
export function nameCollection(value: string, onSave: (name: string) => void): void {
  openDialog(loadNameDialog, {
    title: messages(value === "" ? "new" : "renameTitle"),
    label: messages("name"),
    value,
    missingText: messages("nameMissing"),
    onSave,
  });
}

/** Asks for a text about images. */
function askText(
  title: string,
  label: string,
  missingText: string,
  onSave: (text: string) => void,
) {
  openDialog(loadNameDialog, { title, label, value: "", missingText, isLong: true, onSave });
}

/** Checks whether images are still online, and saves what it finds. */
export function checkImages(
  images: readonly StoredImage[],
  { change }: Pick<UsedCollection["actions"], "change">,
): void {
  openDialog(loadStillThereDialog, { images, onChecked: (changes) => void change(changes) });
}

type Acted = Pick<UsedCollection, "latest" | "actions"> & {
  collection: Collection;
  changes: ImageChanges;
};

/** The actions on the images of a collection. An action on a selected image acts on all of them. */
export function collectionActions(acted: Acted): readonly ImageAction<StoredImage>[] {
  const { latest, actions, collection, changes } = acted;
  const idsOf = ([image]: readonly StoredImage[]) => changes.idsToChange(image?.id ?? "");
  const idsWhere = (images: readonly StoredImage[], isCleared: boolean) => {
    const acted = new Set(idsOf(images));
    const { images: all } = latest.current;
    return all
      .filter(({ id, clearance }) => acted.has(id) && (clearance !== null) === isCleared)
      .map(({ id }) => id);
  };
  return [
    {
      name: "stillThere",
      icon: "details",
      countMax: 1,
      menu: "collection",
      label: ({ length }) => messages("stillThere", { count: length }),
      act: (images) => () => checkImages(images, actions),
    },
    {
      name: "moveToStart",
      icon: "previous",
      countMax: 1,
      menu: "collection",
      label: () => messages("moveToStart"),
      act:
        ([image]) =>
        () =>
          image && changes.move(image.id, latest.current.images[0]?.id ?? null),
    },
    {
      name: "moveToEnd",
      icon: "next",
      countMax: 1,
      menu: "collection",
      label: () => messages("moveToEnd"),
      act:
        ([image]) =>
        () =>
          image && changes.move(image.id, null),
    },
    {
      name: "transfer",
      icon: "collection",
      menu: "collection",
      bar: "main",
      label: () => messages("transfer"),
      shortLabel: () => messages("transfer.short"),
      act: (images) => () => {
        const ids = idsOf(images);
        openDialog(loadCollectionDialog, {
          title: messages("transferTitle", { count: ids.length }),
          action: messages("transfer.short"),
          exceptId: collection.id,
          onChoose: (target) => changes.transfer(target, ids),
        });
      },
    },
    {
      name: "cover",
      icon: "picture",
      countMax: 1,
      menu: "collection",
      label: () => messages("cover"),
      act:
        ([image]) =>
        async () => {
          const isSaved = image && (await actions.changeCollection({ coverId: image.id }));
          if (isSaved !== null) announce(messages("coverSet"));
        },
    },
    ...SHARED_ACTIONS,
    {
      name: "remove",
      icon: "remove",
      shortcut: "remove",
      menu: "apart",
      bar: "button",
      isDestructive: true,
      label: () => messages("remove"),
      act: (images) => () => changes.remove(idsOf(images)),
    },
    {
      name: "copy",
      icon: "plus",
      shortcut: "save",
      bar: "menu",
      label: () => messages("copyElsewhere"),
      act: (images) => () => chooseCollection(images),
    },
    {
      name: "note",
      icon: "details",
      bar: "menu",
      label: ({ length }) => messages("noteSome", { count: length }),
      act: (images) => () => {
        const ids = idsOf(images);
        const { length: count } = ids;
        askText(
          messages("noteSome", { count }),
          messages("noteReplaces"),
          messages("noteMissing"),
          (note) => void changes.edit(ids, { note }, messages("notedSome", { count })),
        );
      },
    },
    {
      name: "clear",
      icon: "check",
      menu: "collection",
      bar: "menu",
      label: () => messages("clear"),
      isOffered: (images) => images.some(({ clearance }) => clearance === null),
      act: (images) => () => {
        // Statements that were made before stay.
        const ids = idsWhere(images, false);
        const { length: count } = ids;
        askText(
          messages("clearTitle"),
          messages("clearNote"),
          messages("clearNoteMissing"),
          (note) => {
            const clearance = { note, at: new Date().toISOString() };
            void changes.edit(ids, { clearance }, messages("clearedSome", { count }));
          },
        );
      },
    },
    {
      name: "unclear",
      icon: "check",
      menu: "collection",
      bar: "menu",
      label: () => messages("unclear"),
      isOffered: (images) => images.some(({ clearance }) => clearance !== null),
      act: (images) => () => changes.unclear(idsWhere(images, true)),
    },
  ];
}
