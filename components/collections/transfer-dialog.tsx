"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import menu from "@/components/ui/menu.module.css";
import { listCollections } from "@/lib/client/collections/collection-store";
import type { Collection } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./action-menu.module.css";

type TransferDialogProps = {
  /** The collection that the images are in. */
  fromId: string;
  count: number;
  onChoose: (to: Collection) => void;
  onClose: () => void;
};

/** Asks for the collection that images move to. */
export function TransferDialog({ fromId, count, onChoose, onClose }: TransferDialogProps) {
  const [others, setOthers] = useState<Collection[] | null>(null);
  useEffect(() => {
    listCollections().then(
      (all) => setOthers(all.filter(({ id }) => id !== fromId)),
      () => setOthers([]),
    );
  }, [fromId]);
  return (
    <Dialog
      title={messages("transferTitle", { count })}
      closeLabel={messages("close")}
      onClose={onClose}
    >
      {others?.length === 0 && <p>{messages("noOther")}</p>}
      {others?.map((to, i) => (
        <button
          key={to.id}
          ref={i === 0 ? focus : undefined}
          type="button"
          className={`${menu.item} ${styles.item}`}
          dir="auto"
          onClick={({ currentTarget }) => {
            currentTarget.closest("dialog")?.close();
            onChoose(to);
          }}
        >
          {to.name}
        </button>
      ))}
    </Dialog>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
