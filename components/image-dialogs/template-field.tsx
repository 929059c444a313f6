import { useId } from "react";
import form from "@/components/ui/form.module.css";
import { TEMPLATE_CHARACTERS_MAX, unknownFields } from "@/lib/core/credits/template";
import { creditDialogMessages as messages } from "@/lib/messages/compiled/credit-dialog";
import styles from "./template-field.module.css";

type TemplateFieldProps = {
  value: string;
  /** The fields that it may name. */
  fields: readonly string[];
  onChange: (template: string) => void;
};

/** The field for an editor's own template. It names the fields, and those that do not exist. */
export function TemplateField({ value, fields, onChange }: TemplateFieldProps) {
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
