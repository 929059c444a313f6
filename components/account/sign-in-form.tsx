import button from "@/components/ui/button.module.css";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { PASSWORD_LENGTH, type SignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { PasswordField } from "./password-field";
import styles from "./sign-in-form.module.css";

type SignInFormProps = {
  /** URL that the form posts to. */
  target: string;
  title: string;
  intro: string;
  /** The label of the submit button. */
  action: string;
  problem: SignInProblem | null;
  /** Whether the person chooses a password. */
  isNew: boolean;
  /** The fixed e-mail of an invitation; empty: the person types one. */
  email?: string;
  /** The e-mail typed before the form was refused. */
  typedEmail: string;
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string>>;
  /** Other ways to get in. */
  children?: React.ReactNode;
};

/** A page's form for an e-mail and a password. It needs no script. */
export function SignInForm(props: SignInFormProps) {
  const { target, title, intro, action, problem, isNew, hidden = {}, children } = props;
  const { email = "", typedEmail } = props;
  const isEmailWrong = problem === "email" || problem === "taken";
  const isPasswordWrong = problem === "short-password" || problem === "long-password";
  return (
    <section className={styles.panel}>
      <h1>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      <form action={target} method="post" className={form.form}>
        {problem !== null && (
          <FormProblem id="problem">
            {signInMessages(`problem.${problem}`, { max: PASSWORD_LENGTH.max })}
          </FormProblem>
        )}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field name={signInMessages("email")}>
          <input
            className={form.input}
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            defaultValue={email || typedEmail}
            readOnly={email !== ""}
            aria-invalid={isEmailWrong || undefined}
            aria-describedby={isEmailWrong ? "problem" : undefined}
          />
        </Field>
        <PasswordField
          name="password"
          label={signInMessages("password")}
          isNew={isNew}
          problemId={isPasswordWrong ? "problem" : null}
        />
        <button type="submit" className={button.main}>
          {action}
        </button>
      </form>
      <div className={styles.others}>{children}</div>
    </section>
  );
}
