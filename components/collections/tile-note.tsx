"use client";

import { useEffect, useRef, useState } from "react";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./tile-note.module.css";

type TileNoteProps = {
  id: string;
  note: string;
  name: string;
  onSave: (imageId: string, note: string) => void;
};

const NOTE_CHARACTERS_MAX = 2000;

/** A page that is left or reloaded has no time to save. */
const SAVE_AFTER_MS = 300;

/** The editor's note; pressing it turns it into a field. */
export function TileNote({ id, note, name, onSave }: TileNoteProps) {
  const [isWriting, setIsWriting] = useState(false);
  const written = useRef<HTMLTextAreaElement>(null);
  /** The note before the writing began, for Esc. */
  const before = useRef(note);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isWriting) return;
    written.current?.focus();
    written.current?.select();
  }, [isWriting]);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!isWriting) {
    return (
      <button
        type="button"
        className={styles.note}
        data-none={note === "" || undefined}
        data-note
        aria-label={note === "" ? undefined : `${messages("note", { name })}: ${note}`}
        onClick={() => {
          before.current = note;
          setIsWriting(true);
        }}
      >
        {note || messages("addNote")}
      </button>
    );
  }
  const save = (text: string) => {
    clearTimeout(timer.current);
    if (text !== note) onSave(id, text);
  };
  const end = (field: HTMLTextAreaElement, isSaved: boolean) => {
    const tile = field.closest("li");
    const hadFocus = document.activeElement === field;
    save(isSaved ? field.value.trim() : before.current);
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
      onChange={({ currentTarget: field }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => save(field.value.trim()), SAVE_AFTER_MS);
      }}
      onBlur={({ currentTarget }) => end(currentTarget, true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") end(event.currentTarget, false);
        else if (event.key === "Enter" && !event.shiftKey) end(event.currentTarget, true);
        else return;
        event.preventDefault();
      }}
    />
  );
}
