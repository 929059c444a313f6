"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import primitives from "@/components/ui/primitives.module.css";
import { storageError } from "@/lib/client/collections/collection-database";
import { listCollections } from "@/lib/client/collections/collection-store";
import {
  type SavedToCollection,
  saveToCollection,
} from "@/lib/client/collections/save-to-collection";
import type { CollectionSummary, StorageProblem } from "@/lib/contract/collection";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import styles from "./save-dialog.module.css";

type SaveDialogProps = {
  images: readonly ExportedImage[];
  /**
   * The file or link that the images come from. Its title is the proposed name of a new collection;
   * `droppedCount` is the number of its unusable entries.
   */
  imported?: { title: string; droppedCount: number };
  /** Called when the dialog has closed, whether or not it saved. */
  onClose: () => void;
};

const NEW = "";

const NAME_CHARACTERS_MAX = 200;

/** Saves images to a collection of this browser. Load it with `import()` when it is first needed. */
export function SaveDialog({ images, imported, onClose }: SaveDialogProps) {
  const [collections, setCollections] = useState<CollectionSummary[] | null>(null);
  const [target, setTarget] = useState(NEW);
  const [name, setName] = useState(imported?.title.slice(0, NAME_CHARACTERS_MAX) ?? "");
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<SavedToCollection | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const id = useId();

  const isImport = imported !== undefined;
  useEffect(() => {
    let isGone = false;
    listCollections().then(
      (listed) => {
        if (isGone) return;
        setCollections(listed);
        setTarget(isImport ? NEW : (listed[0]?.id ?? NEW));
      },
      (error) => {
        if (isGone) return;
        setCollections([]);
        setProblem(storageError(error).problem);
      },
    );
    return () => {
      isGone = true;
    };
  }, [isImport]);

  const isNameNext = collections?.length === 0 || (collections !== null && isImport);
  useEffect(() => {
    if (!isNameNext) return;
    nameField.current?.focus();
    nameField.current?.select();
  }, [isNameNext]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (target === NEW && name.trim() === "") {
      setIsNameMissing(true);
      nameField.current?.focus();
      return;
    }
    setIsSaving(true);
    setProblem(null);
    try {
      const result = await saveToCollection(target === NEW ? { name } : { id: target }, images);
      setSaved(result);
      announce(savedText(result, images.length));
    } catch (error) {
      const { problem } = storageError(error);
      setProblem(problem);
      announce(storageProblemMessages(problem));
    }
    setIsSaving(false);
  };

  return (
    <Dialog
      title={messages("title", { count: images.length })}
      closeLabel={messages("close")}
      onClose={onClose}
    >
      {saved !== null ? (
        <div className={form.form}>
          <p>{savedText(saved, images.length)}</p>
          {!saved.isPersistent && <p className={form.hint}>{messages("onlyHere")}</p>}
          <div className={form.actions}>
            <a className={button.main} ref={focus} href={`/collections/${saved.collection.id}`}>
              {messages("open")}
            </a>
            <form method="dialog">
              <button type="submit" className={button.button}>
                {messages("close")}
              </button>
            </form>
          </div>
        </div>
      ) : (
        <form className={form.form} onSubmit={save}>
          {problem !== null && <FormProblem>{storageProblemMessages(problem)}</FormProblem>}
          {imported !== undefined && imported.droppedCount > 0 && (
            <p className={form.hint}>{messages("dropped", { count: imported.droppedCount })}</p>
          )}
          {collections !== null && collections.length > 0 && (
            <fieldset className={styles.targets}>
              <legend className={form.name}>{messages("where")}</legend>
              <div className={styles.list}>
                {collections.map((collection, i) => (
                  <label key={collection.id} className={styles.target}>
                    <input
                      ref={i === 0 && !isImport ? focus : undefined}
                      type="radio"
                      name={`${id}target`}
                      checked={target === collection.id}
                      onChange={() => setTarget(collection.id)}
                    />
                    <span className={primitives.clipped} dir="auto">
                      {collection.name}
                    </span>
                    <span className={styles.count}>
                      {messages("count", { count: collection.imageCount })}
                    </span>
                  </label>
                ))}
              </div>
              <label className={styles.target}>
                <input
                  type="radio"
                  name={`${id}target`}
                  checked={target === NEW}
                  onChange={() => setTarget(NEW)}
                  onClick={({ detail }) => {
                    // Only for a pointer: a visitor who uses arrow keys may want the next choice.
                    if (detail > 0) requestAnimationFrame(() => nameField.current?.focus());
                  }}
                />
                <span className={primitives.clipped}>{messages("new")}</span>
              </label>
            </fieldset>
          )}
          {collections !== null && target === NEW && (
            <Field name={messages("name")}>
              <input
                ref={nameField}
                className={form.input}
                value={name}
                maxLength={NAME_CHARACTERS_MAX}
                autoComplete="off"
                aria-invalid={isNameMissing || undefined}
                aria-describedby={isNameMissing ? `${id}missing` : undefined}
                onChange={({ target: { value } }) => {
                  setName(value);
                  setIsNameMissing(false);
                }}
              />
              {isNameMissing && (
                <span id={`${id}missing`} className={form.problem} role="alert">
                  {messages("nameMissing")}
                </span>
              )}
            </Field>
          )}
          <div className={form.actions}>
            <button type="submit" className={button.main} aria-disabled={isSaving || undefined}>
              {messages(isSaving ? "saving" : "save")}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function savedText({ collection: { name }, addedCount }: SavedToCollection, count: number): string {
  const present = count - addedCount;
  return [
    addedCount > 0 && messages("saved", { count: addedCount, name }),
    present > 0 && messages("present", { count: present, name }),
  ]
    .filter(Boolean)
    .join(" ");
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
