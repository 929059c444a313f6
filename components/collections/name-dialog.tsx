"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { discardText } from "@/components/image-dialogs/close-questions";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";

type NameDialogProps = {
  title: string;
  label: string;
  value: string;
  /** Shown when the field is empty. */
  missingText: string;
  isLong?: boolean;
  /** Called with the trimmed, non-empty text; then the dialog closes. */
  onSave: (text: string) => void;
  onClose: () => void;
};

/** Asks for a text: a collection's name, or how rights were cleared. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, value, missingText, isLong = false, onSave, onClose } = props;
  const [isMissing, setIsMissing] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    setIsMissing(text === "");
    if (text === "") {
      field.current?.focus();
      return;
    }
    onSave(text);
    event.currentTarget.closest("dialog")?.close();
  };
  const Control = isLong ? "textarea" : "input";
  return (
    <Dialog
      title={title}
      closeLabel={messages("close")}
      question={isLong && isTyped ? discardText() : null}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={save}>
        <Field name={label} problem={isMissing ? { id, text: missingText } : null}>
          <Control
            ref={field}
            id={`${id}field`}
            className={form.input}
            defaultValue={value}
            maxLength={isLong ? 2000 : 200}
            autoComplete="off"
            dir="auto"
            onChange={({ target }) => setIsTyped(target.value.trim() !== value.trim())}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? id : undefined}
          />
        </Field>
        <button type="submit" className={button.main}>
          {messages("save")}
        </button>
      </form>
    </Dialog>
  );
}
