"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { copyWritten, creditFormat, missingParts, writeCredits } from "@/lib/client/copy-credit";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { CREDIT_FORMATS } from "@/lib/core/credits/format-credits";
import { TEMPLATE_FIELDS } from "@/lib/core/credits/template";
import { creditDialogMessages as messages } from "@/lib/messages/compiled/credit-dialog";
import { FormatChoice } from "./format-choice";
import { RightsHint } from "./rights-hint";

type CreditDialogProps = {
  images: readonly ExportedImage[];
  onClose: () => void;
};

/** Writes and copies the credits of images. Load it with `import()` when it is first needed. */
export function CreditDialog({ images, onClose }: CreditDialogProps) {
  const [chosen, setChosen] = useState(creditFormat.read);
  const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
  const preview = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // Runs after the effect that opens the dialog.
  useEffect(() => content.current?.querySelector("select")?.focus(), []);
  const missing = useMemo(() => missingParts(images, chosen), [images, chosen]);

  const copy = async () => {
    const isCopied = await copyWritten(writeCredits(images, chosen));
    setOutcome(isCopied ? "copied" : "notCopied");
    if (!isCopied && preview.current !== null) {
      getSelection()?.selectAllChildren(preview.current);
    }
  };

  return (
    <Dialog
      title={messages("title", { count: images.length })}
      closeLabel={messages("close")}
      isWide
      closesOnClickBeside
      onClose={onClose}
    >
      <div ref={content} className={form.form}>
        <FormatChoice
          ref={preview}
          formats={CREDIT_FORMATS}
          nameOf={(each) => messages(each)}
          fields={TEMPLATE_FIELDS}
          chosen={chosen}
          onChoose={(change) => {
            setChosen({ ...chosen, ...change });
            creditFormat.save(change);
            setOutcome(null);
          }}
          images={images}
          write={(some) => writeCredits(some, chosen).text}
        />
        {missing.length > 0 && (
          <p className={form.hint} role="status">
            {missing.map(({ field, count }) => (
              <span key={field}>{messages("missing", { field, count })} </span>
            ))}
          </p>
        )}
        <div className={form.actions}>
          <button type="button" className={button.main} onClick={copy}>
            <ToolIcon name={outcome === "copied" ? "check" : "copy"} />
            <span>{messages(outcome === "copied" ? "copied" : "copy")}</span>
          </button>
          <span className={text.unseen} role="status">
            {outcome === "copied" && messages("copied")}
          </span>
        </div>
        {outcome === "notCopied" && <FormProblem>{messages("notCopied")}</FormProblem>}
        <RightsHint images={images} />
      </div>
    </Dialog>
  );
}
