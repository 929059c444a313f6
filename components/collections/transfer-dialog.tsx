"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import menu from "@/components/ui/menu.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { storageError } from "@/lib/client/collections/collection-database";
import { createCollection, listCollections } from "@/lib/client/collections/collection-store";
import type { Collection, StorageProblem } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import styles from "./transfer-dialog.module.css";

type TransferDialogProps = {
  /** The collection that the images are in. */
  fromId: string;
  count: number;
  onChoose: (to: Collection) => void;
  onClose: () => void;
};

/** Asks which collection to move images to: another existing one, or a new one. */
export function TransferDialog({ fromId, count, onChoose, onClose }: TransferDialogProps) {
  const [others, setOthers] = useState<Collection[] | null>(null);
  const [error, setError] = useState<"missing" | StorageProblem | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    listCollections().then(
      (all) => setOthers(all.filter((one) => one.id !== fromId)),
      () => setOthers([]),
    );
  }, [fromId]);
  const isKnown = others !== null;
  useEffect(() => {
    if (isKnown) content.current?.querySelector<HTMLElement>("button, input")?.focus();
  }, [isKnown]);
  const choose = (to: Collection) => {
    content.current?.closest("dialog")?.close();
    onChoose(to);
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? "";
    if (name === "") {
      setError("missing");
      field.current?.focus();
      return;
    }
    try {
      choose(await createCollection(name));
    } catch (thrown) {
      const { problem } = storageError(thrown);
      setError(problem);
      announce(storageProblemMessages(problem));
    }
  };
  return (
    <Dialog
      title={messages("transferTitle", { count })}
      closeLabel={messages("close")}
      onClose={onClose}
    >
      <div ref={content}>
        {others !== null && others.length > 0 && (
          <ul className={styles.others}>
            {others.map((to) => (
              <li key={to.id}>
                <button
                  type="button"
                  className={`${menu.item} ${styles.other}`}
                  onClick={() => choose(to)}
                >
                  <span className={`${primitives.name} ${primitives.clipped}`} dir="auto">
                    {to.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {others !== null && (
          <form className={form.form} onSubmit={create}>
            <Field name={messages("transferNew")}>
              <input
                ref={field}
                id={`${id}field`}
                className={form.input}
                maxLength={200}
                autoComplete="off"
                dir="auto"
                aria-invalid={error === "missing" || undefined}
                aria-describedby={error === null ? undefined : id}
                onChange={() => setError(null)}
              />
              {error !== null && (
                <span id={id} className={form.problem} role="alert">
                  {error === "missing" ? messages("nameMissing") : storageProblemMessages(error)}
                </span>
              )}
            </Field>
            <button type="submit" className={others.length > 0 ? button.button : button.main}>
              {messages("transfer.short")}
            </button>
          </form>
        )}
      </div>
    </Dialog>
  );
}
