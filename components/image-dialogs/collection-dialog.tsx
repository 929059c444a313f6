"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import primitives from "@/components/ui/primitives.module.css";
import { storageError } from "@/lib/client/collections/collection-database";
import { listCollections } from "@/lib/client/collections/collection-store";
import type { SaveTarget } from "@/lib/client/collections/save-to-collection";
import { releaseTyped } from "@/lib/client/held-keys";
import type { CollectionSummary, StorageProblem } from "@/lib/contract/collection";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import styles from "./collection-dialog.module.css";

type CollectionDialogProps = {
  title: string;
  hint?: string | null;
  /** The label of the button that creates a collection. */
  action: string;
  /** The proposed name of a new collection, whose field then has the focus. */
  newName?: string;
  /** A collection that is not offered. */
  exceptId?: string;
  /** Called with the choice; then the dialog closes, or shows the problem if it throws. */
  onChoose: (target: SaveTarget) => Promise<void>;
  onClose: () => void;
};

const NAME_CHARACTERS_MAX = 200;

/** Lets the editor choose a collection, the last changed first, or name a new one. */
export function CollectionDialog(props: CollectionDialogProps) {
  const { title, hint, action, newName, exceptId, onChoose, onClose } = props;
  const [collections, setCollections] = useState<CollectionSummary[] | null>(null);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const id = useId();
  useEffect(() => {
    listCollections().then(
      (listed) => setCollections(listed.filter((each) => each.id !== exceptId)),
      (error) => {
        setCollections([]);
        setProblem(storageError(error).problem);
      },
    );
  }, [exceptId]);

  const isKnown = collections !== null;
  const hasName = newName !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const first = content.current?.querySelector<HTMLElement>("button, input");
    (hasName ? name.current : first)?.focus();
    if (hasName) name.current?.select();
    releaseTyped(name.current);
  }, [isKnown, hasName]);

  const choose = async (target: SaveTarget) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      await onChoose(target);
      content.current?.closest("dialog")?.close();
    } catch (error) {
      setProblem(storageError(error).problem);
    }
    isBusy.current = false;
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    const text = name.current?.value.trim() ?? "";
    setIsNameMissing(text === "");
    if (text === "") name.current?.focus();
    else void choose({ name: text });
  };

  return (
    <Dialog title={title} closeLabel={messages("close")} isBusy={!isKnown} onClose={onClose}>
      <div ref={content}>
        {problem !== null && <FormProblem>{storageProblemMessages(problem)}</FormProblem>}
        {hint && <p className={form.hint}>{hint}</p>}
        {collections !== null && collections.length > 0 && (
          <ul className={styles.list}>
            {collections.map((collection) => (
              <li key={collection.id}>
                <button
                  type="button"
                  className={styles.collection}
                  onClick={() => choose({ id: collection.id })}
                >
                  <span className={`${primitives.name} ${primitives.clipped}`} dir="auto">
                    {collection.name}
                  </span>
                  <span className={styles.count}>
                    {messages("count", { count: collection.imageCount })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {collections !== null && (
          <form className={form.form} onSubmit={create}>
            <Field
              name={messages("new")}
              problem={isNameMissing ? { id, text: messages("nameMissing") } : null}
            >
              <input
                ref={name}
                className={form.input}
                defaultValue={newName?.slice(0, NAME_CHARACTERS_MAX)}
                maxLength={NAME_CHARACTERS_MAX}
                autoComplete="off"
                dir="auto"
                aria-invalid={isNameMissing || undefined}
                aria-describedby={isNameMissing ? id : undefined}
                onChange={() => setIsNameMissing(false)}
              />
            </Field>
            <button
              type="submit"
              className={collections.length > 0 && !hasName ? button.button : button.main}
            >
              {action}
            </button>
          </form>
        )}
      </div>
    </Dialog>
  );
}
