import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { PASSWORD_LENGTH } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";

type PasswordFieldProps = {
  /** The name of the form's field. */
  name: string;
  label: string;
  /** Whether the person chooses a new password, or enters the current one. */
  isNew: boolean;
  /** The problem with the password, or null. */
  problem: string | null;
};

/** The field for a password, with the rule for a new one. */
export function PasswordField({ name, label, isNew, problem }: PasswordFieldProps) {
  const problemId = `${name}-problem`;
  return (
    <Field name={label} problem={problem === null ? null : { id: problemId, text: problem }}>
      <input
        className={form.input}
        type="password"
        name={name}
        required
        minLength={isNew ? PASSWORD_LENGTH.min : undefined}
        maxLength={PASSWORD_LENGTH.max}
        autoComplete={isNew ? "new-password" : "current-password"}
        dir="ltr"
        // biome-ignore lint/a11y/noAutofocus: the page comes back for this field, and its alert is not announced
        autoFocus={problem !== null}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
      />
      {isNew && (
        <span className={form.hint}>
          {signInMessages("passwordHint", { count: PASSWORD_LENGTH.min })}
        </span>
      )}
    </Field>
  );
}
