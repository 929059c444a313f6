"use client";

import { type ComponentType, lazy, Suspense, useCallback, useState } from "react";
import { CollectionDialog } from "@/components/image-dialogs/collection-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { Collection, StoredImage } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { NameDialog } from "./name-dialog";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";

const StillThereDialog = lazy(() =>
  import("./still-there-dialog").then((module) => ({ default: module.StillThereDialog })),
);

type DialogProps = { images: readonly StoredImage[]; title: string; onClose: () => void };

/** Dialogs that pages of results also use; their code loads when one opens. */
const SHARED_DIALOGS = {
  compare: async () => (await import("@/components/image-dialogs/compare-dialog")).Compare,
  credit: async () => (await import("@/components/image-dialogs/credit-dialog")).CreditDialog,
  figure: async () => (await import("@/components/image-dialogs/figure-dialog")).FigureDialog,
  export: async () => (await import("@/components/image-dialogs/export-dialog")).ExportDialog,
  save: async () => (await import("@/components/image-dialogs/save-dialog")).SaveDialog,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>;

/** The name of a dialog that pages of results also use. */
export type SharedDialog = keyof typeof SHARED_DIALOGS;

/** A dialog that only collections use, and what it acts on. */
type Asked =
  | { kind: "rename" }
  | { kind: "share"; link: string }
  | { kind: "clear" | "note"; ids: readonly string[] }
  | { kind: "transfer"; ids: readonly string[] }
  | { kind: "check"; images: readonly StoredImage[] };

/** The open dialogs of a collection's page, and functions to open one. */
export type OpenDialogs = ReturnType<typeof useDialogs>;

/**
 * Manages the open dialogs of a collection's page. `ask` opens a dialog that only collections use,
 * `open` a dialog that pages of results also use. If its code does not load, its opener shows that.
 */
export function useDialogs() {
  const [asked, ask] = useState<Asked | null>(null);
  const [shared, setShared] = useState<{
    Dialog: ComponentType<DialogProps>;
    images: readonly StoredImage[];
  } | null>(null);
  const open = useCallback(
    (name: SharedDialog, images: readonly StoredImage[], opener?: HTMLElement) => {
      SHARED_DIALOGS[name]().then(
        (Dialog) => setShared({ Dialog, images }),
        () => opener && showUnloaded(opener),
      );
    },
    [],
  );
  return { asked, ask, shared, open, closeShared: () => setShared(null) };
}

type CollectionDialogsProps = {
  dialogs: OpenDialogs;
  collection: Collection;
  actions: UsedCollection["actions"];
  changes: ImageChanges;
};

/** The open dialogs of a collection's page. */
export function CollectionDialogs(props: CollectionDialogsProps) {
  const { dialogs, collection, actions, changes } = props;
  const { asked, shared, closeShared } = dialogs;
  const close = () => dialogs.ask(null);
  return (
    <>
      {shared !== null && (
        <shared.Dialog images={shared.images} title={collection.name} onClose={closeShared} />
      )}
      {asked?.kind === "rename" && (
        <NameDialog
          title={messages("renameTitle")}
          label={messages("name")}
          value={collection.name}
          missingText={messages("nameMissing")}
          onSave={(name) => actions.changeCollection({ name })}
          onClose={close}
        />
      )}
      {asked?.kind === "share" && (
        <Dialog
          title={messages("share")}
          closeLabel={messages("close")}
          closesOnClickBeside
          onClose={close}
        >
          <Field name={messages("shareNotCopied")}>
            <input
              className={form.input}
              value={asked.link}
              readOnly
              dir="ltr"
              onFocus={({ target }) => target.select()}
            />
          </Field>
        </Dialog>
      )}
      {asked?.kind === "clear" && (
        <NameDialog
          title={messages("clearTitle")}
          label={messages("clearNote")}
          value=""
          missingText={messages("clearNoteMissing")}
          isLong
          onSave={(note) => {
            const clearance = { note, at: new Date().toISOString() };
            const text = messages("clearedSome", { count: asked.ids.length });
            void changes.edit(asked.ids, { clearance }, text);
          }}
          onClose={close}
        />
      )}
      {asked?.kind === "note" && (
        <NameDialog
          title={messages("noteSome", { count: asked.ids.length })}
          label={messages("noteReplaces")}
          value=""
          missingText={messages("noteMissing")}
          isLong
          onSave={(note) => {
            const text = messages("notedSome", { count: asked.ids.length });
            void changes.edit(asked.ids, { note }, text);
          }}
          onClose={close}
        />
      )}
      {asked?.kind === "check" && (
        <Suspense>
          <StillThereDialog
            images={asked.images}
            onChecked={(changes) => void actions.change(changes)}
            onClose={close}
          />
        </Suspense>
      )}
      {asked?.kind === "transfer" && (
        <CollectionDialog
          title={messages("transferTitle", { count: asked.ids.length })}
          action={messages("transfer.short")}
          exceptId={collection.id}
          onChoose={(target) => changes.transfer(target, asked.ids)}
          onClose={close}
        />
      )}
    </>
  );
}
