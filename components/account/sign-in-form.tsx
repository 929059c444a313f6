import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import type { SignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { EmailField, PasswordField } from "./sign-in-fields";
import styles from "./sign-in-form.module.css";
import { fieldOf, signInProblemText } from "./sign-in-problem-text";

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
  /** Whether an invited person may delete another account with their e-mail. */
  canReplace?: boolean;
  /** How long to wait after too many attempts, in minutes; absent if the notice was shown before. */
  waitMinutes?: string | undefined;
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string>>;
  /** Other ways to get in. */
  children?: React.ReactNode;
};

/** A page's form for an e-mail and a password. It needs no script. */
export function SignInForm(props: SignInFormProps) {
  const { target, title, intro, action, problem, isNew, hidden = {}, children } = props;
  const { email = "", typedEmail, waitMinutes, canReplace = false } = props;
  const text = problem === null ? null : signInProblemText(problem, waitMinutes);
  // The e-mail is filled in again, the password is not.
  const field = problem === "wrong" ? "password" : fieldOf(problem);
  return (
    <section className={styles.panel}>
      <h1>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      <form action={target} method="post" className={form.form}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <EmailField
          name="email"
          label={signInMessages("email")}
          value={email || typedEmail}
          isFixed={email !== ""}
          autoComplete="username"
          problem={field === "email" ? text : null}
        />
        {canReplace && (
          <label className={form.choice}>
            <input type="checkbox" name="replaces" />
            {signInMessages("replaces")}
          </label>
        )}
        <PasswordField
          name="password"
          label={signInMessages("password")}
          isNew={isNew}
          problem={field === "password" ? text : null}
        />
        {text !== null && field === null && (
          <FormProblem>
            {text} {problem === "throttled" && !isNew && signInMessages("knownBrowser")}
          </FormProblem>
        )}
        <button type="submit" className={button.main}>
          {action}
        </button>
      </form>
      <div className={styles.others}>{children}</div>
    </section>
  );
}
