"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import {
  copyWritten,
  missingParts,
  saveCreditFormat,
  saveCreditTemplate,
  savedCreditFormat,
  savedCreditTemplate,
  writeCredits,
} from "@/lib/client/copy-credit";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { CREDIT_FORMATS, readCreditFormat } from "@/lib/core/credits/format-credits";
import { TEMPLATE_FIELDS } from "@/lib/core/credits/template";
import { creditDialogMessages as messages } from "@/lib/messages/compiled/credit-dialog";
import { RightsHint } from "./rights-hint";
import { TemplateField } from "./template-field";
import { PREVIEWED_MAX, TextPreview } from "./text-preview";

type CreditDialogProps = {
  images: readonly ExportedImage[];
  onClose: () => void;
};

/** Writes and copies the credits of images. Load it with `import()` when it is first needed. */
export function CreditDialog({ images, onClose }: CreditDialogProps) {
  const [format, setFormat] = useState(savedCreditFormat);
  const [template, setTemplate] = useState(savedCreditTemplate);
  const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
  const preview = useRef<HTMLPreElement>(null);
  const formats = useRef<HTMLSelectElement>(null);
  // Runs after the effect that opens the dialog.
  useEffect(() => formats.current?.focus(), []);
  const previewed = useMemo(
    () => writeCredits(images.slice(0, PREVIEWED_MAX), format, template).text,
    [images, format, template],
  );
  const missing = useMemo(() => missingParts(images, format, template), [images, format, template]);

  const copy = async () => {
    const isCopied = await copyWritten(writeCredits(images, format, template));
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
      <div className={form.form}>
        <Field name={messages("format")}>
          <select
            ref={formats}
            className={form.select}
            value={format}
            onChange={({ target: { value } }) => {
              const chosen = readCreditFormat(value);
              setFormat(chosen);
              saveCreditFormat(chosen);
              setOutcome(null);
            }}
          >
            {CREDIT_FORMATS.map((each) => (
              <option key={each} value={each}>
                {messages(each)}
              </option>
            ))}
          </select>
        </Field>
        {format === "template" && (
          <TemplateField
            value={template}
            fields={TEMPLATE_FIELDS}
            onChange={(value) => {
              setTemplate(value);
              saveCreditTemplate(value);
              setOutcome(null);
            }}
          />
        )}
        <TextPreview
          ref={preview}
          label={messages("preview")}
          text={previewed}
          imageCount={images.length}
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
