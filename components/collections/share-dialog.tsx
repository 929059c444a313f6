"use client";

import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";

/** Shows the link of a collection, which the browser did not copy. */
export function ShareDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      title={messages("share")}
      closeLabel={messages("close")}
      closesOnClickBeside
      onClose={onClose}
    >
      <Field name={messages("shareNotCopied")}>
        <input
          className={form.input}
          value={link}
          readOnly
          dir="ltr"
          onFocus={({ target }) => target.select()}
        />
      </Field>
    </Dialog>
  );
}
