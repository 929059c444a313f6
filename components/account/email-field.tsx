import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";

type EmailFieldProps = {
  name: string;
  label: string;
  value: string;
  /** Whether a person cannot change it. */
  isFixed?: boolean;
  /** The value of `autocomplete`. */
  autoComplete: "username" | "email";
  /** The problem with the e-mail, or null. */
  problem: string | null;
};

/** The field for an e-mail. */
export function EmailField(props: EmailFieldProps) {
  const { name, label, value, isFixed = false, autoComplete, problem } = props;
  const problemId = `${name}-problem`;
  return (
    <Field name={label} problem={problem === null ? null : { id: problemId, text: problem }}>
      <input
        className={form.input}
        type="email"
        name={name}
        required
        maxLength={254}
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        defaultValue={value}
        readOnly={isFixed}
        // biome-ignore lint/a11y/noAutofocus: the page comes back for this field, and its alert is not announced
        autoFocus={problem !== null}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
      />
    </Field>
  );
}
