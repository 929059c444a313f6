import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { PASSWORD_LENGTH } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";

type RequiredFieldProps = ComponentProps<"input"> & {
  /** The name of the form's field. */
  name: string;
  label: string;
  /** The problem with the value, or null. */
  problem: string | null;
};

type EmailFieldProps = Pick<RequiredFieldProps, "name" | "label" | "problem"> & {
  value: string;
  /** Whether a person cannot change it. */
  isFixed?: boolean;
  autoComplete: "username" | "email";
};

/** The field for an e-mail. */
export function EmailField({ value, isFixed = false, ...props }: EmailFieldProps) {
  return (
    <RequiredField
      {...props}
      type="email"
      maxLength={254}
      autoCapitalize="off"
      spellCheck={false}
      defaultValue={value}
      readOnly={isFixed}
    />
  );
}

type PasswordFieldProps = Pick<RequiredFieldProps, "name" | "label" | "problem"> & {
  /** Whether the person chooses a new password, or enters the current one. */
  isNew: boolean;
};

/** The field for a password, with the rule for a new one. */
export function PasswordField({ isNew, ...props }: PasswordFieldProps) {
  return (
    <RequiredField
      {...props}
      type="password"
      minLength={isNew ? PASSWORD_LENGTH.min : undefined}
      maxLength={PASSWORD_LENGTH.max}
      autoComplete={isNew ? "new-password" : "current-password"}
    >
      {isNew && (
        <span className={form.hint}>
          {signInMessages("passwordHint", { count: PASSWORD_LENGTH.min })}
        </span>
      )}
    </RequiredField>
  );
}

function RequiredField({ label, problem, children, ...input }: RequiredFieldProps) {
  const id = `${input.name}-problem`;
  return (
    <Field name={label} problem={problem === null ? null : { id, text: problem }}>
      <input
        {...input}
        className={form.input}
        required
        dir="ltr"
        // biome-ignore lint/a11y/noAutofocus: the page comes back for this field, and its alert is not announced
        autoFocus={problem !== null}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
      />
      {children}
    </Field>
  );
}
