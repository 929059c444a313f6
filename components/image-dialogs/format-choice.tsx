import { type Ref, useId } from "react";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import type { ChosenFormat } from "@/lib/client/saved-format";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { TEMPLATE_CHARACTERS_MAX, unknownFields } from "@/lib/core/credits/template";
import { creditDialogMessages as messages } from "@/lib/messages/compiled/credit-dialog";
import styles from "./format-choice.module.css";

/** Cuts the preview of a large selection, because the browser lays out every line of it. */
const PREVIEWED_MAX = 50;

type FormatChoiceProps<Format extends string> = {
  /** In the order in which they are offered. */
  formats: readonly Format[];
  nameOf: (format: Format) => string;
  /** The fields that a template may name. */
  fields: readonly string[];
  chosen: ChosenFormat<Format>;
  onChoose: (change: Partial<ChosenFormat<Format>>) => void;
  images: readonly ExportedImage[];
  /** Returns the text of images in the chosen format. */
  write: (images: readonly ExportedImage[]) => string;
  /** The preview. */
  ref: Ref<HTMLPreElement>;
};

/** The choice of the format of a text about images, the editor's own template, and a preview. */
export function FormatChoice<Format extends string>(props: FormatChoiceProps<Format>) {
  const { formats, nameOf, fields, chosen, onChoose, images, write, ref } = props;
  return (
    <>
      <Field name={messages("format")}>
        <select
          className={form.select}
          value={chosen.format}
          onChange={({ target }) => onChoose({ format: target.value as Format })}
        >
          {formats.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      </Field>
      {chosen.format === "template" && (
        <TemplateField
          value={chosen.template}
          fields={fields}
          onChange={(template) => onChoose({ template })}
        />
      )}
      <section className={styles.preview} aria-label={messages("preview")}>
        {/* A scrolled region must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre ref={ref} className={styles.text} dir="auto" tabIndex={0}>
          {write(images.slice(0, PREVIEWED_MAX))}
        </pre>
        {images.length > PREVIEWED_MAX && (
          <p className={form.hint}>{messages("more", { count: images.length - PREVIEWED_MAX })}</p>
        )}
      </section>
    </>
  );
}

type TemplateFieldProps = {
  value: string;
  /** The fields that it may name. */
  fields: readonly string[];
  onChange: (template: string) => void;
};

/** The field for an editor's own template. It names the fields, and those that do not exist. */
function TemplateField({ value, fields, onChange }: TemplateFieldProps) {
  const id = useId();
  const unknown = unknownFields(value, fields);
  const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(" ");
  return (
    <div className={`${form.field} ${styles.wide}`}>
      <label className={form.name} htmlFor={id}>
        {messages("own")}
      </label>
      <textarea
        id={id}
        className={form.input}
        rows={3}
        value={value}
        maxLength={TEMPLATE_CHARACTERS_MAX}
        spellCheck={false}
        dir="auto"
        aria-describedby={`${id}fields ${id}unknown`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}fields`} className={form.hint}>
        {messages("fields", { fields: inBraces(fields) })}
      </p>
      <p id={`${id}unknown`} className={form.problem} role="status">
        {unknown.length > 0 &&
          messages("unknown", { count: unknown.length, fields: inBraces(unknown) })}
      </p>
    </div>
  );
}
