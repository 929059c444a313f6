"use client";

import { useEffect, useRef, useState } from "react";
import { isOfInputMethod } from "@/lib/client/modifiers";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./tile-note.module.css";

type TileNoteProps = {
  id: string;
  note: string;
  name: string;
  onSave: (imageId: string, note: string) => void;
  /** Called with what is written so far; with null when the writing ends without a change. */
  onDraft: (imageId: string, note: string | null) => void;
};

const NOTE_CHARACTERS_MAX = 2000;

/** The editor's note; pressing it turns it into a field. */
export function TileNote({ id, note, name, onSave, onDraft }: TileNoteProps) {
  const [isWriting, setIsWriting] = useState(false);
  const written = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isWriting) return;
    written.current?.focus();
    written.current?.select();
  }, [isWriting]);
  if (!isWriting) {
    return (
      <button
        type="button"
        className={styles.note}
        data-none={note === "" || undefined}
        data-note
        aria-label={note === "" ? undefined : messages("noteText", { name, note })}
        onClick={() => setIsWriting(true)}
      >
        {note || messages("addNote")}
      </button>
    );
  }
  const end = (field: HTMLTextAreaElement, isSaved: boolean) => {
    const tile = field.closest("li");
    const hadFocus = document.activeElement === field;
    if (isSaved && field.value.trim() !== note) onSave(id, field.value.trim());
    else onDraft(id, null);
    setIsWriting(false);
    if (hadFocus) {
      requestAnimationFrame(() => tile?.querySelector<HTMLElement>("[data-note]")?.focus());
    }
  };
  return (
    <textarea
      ref={written}
      className={styles.field}
      defaultValue={note}
      maxLength={NOTE_CHARACTERS_MAX}
      rows={2}
      dir="auto"
      aria-label={messages("note", { name })}
      onChange={({ currentTarget: { value } }) => onDraft(id, value.trim())}
      onBlur={({ currentTarget }) => end(currentTarget, true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isOfInputMethod(event.nativeEvent)) return;
        if (event.key === "Escape") end(event.currentTarget, false);
        else if (event.key === "Enter" && !event.shiftKey) end(event.currentTarget, true);
        else return;
        event.preventDefault();
      }}
    />
  );
}
