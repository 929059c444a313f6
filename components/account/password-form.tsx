import button from "@/components/ui/button.module.css";
import disclosure from "@/components/ui/disclosure.module.css";
import form from "@/components/ui/form.module.css";
import { Icon } from "@/components/ui/icon";
import { PASSWORD_LENGTH, type PasswordProblem } from "@/lib/contract/sign-in-problem";
import { accountMessages } from "@/lib/messages/compiled/account";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import styles from "./account.module.css";

type PasswordFormProps = {
  /** Of the account, for password managers. */
  email: string;
  problem: PasswordProblem | null;
};

/** The form that changes the account's password, behind a line that opens it. It needs no script. */
export function PasswordForm({ email, problem }: PasswordFormProps) {
  const isPresentWrong = problem === "wrong";
  const isNextWrong = problem === "short-password" || problem === "long-password";
  return (
    <details className={styles.password} open={problem !== null}>
      <summary className={disclosure.line}>
        {accountMessages("changePassword")}
        <Icon name="chevron" isSmall />
      </summary>
      <form action="/account/password" method="post" className={form.form}>
        {problem !== null && (
          <p id="password-problem" className={form.problem} role="alert">
            {isPresentWrong
              ? accountMessages("presentPasswordWrong")
              : signInMessages(`problem.${problem}`, { max: PASSWORD_LENGTH.max })}
          </p>
        )}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <label className={form.field}>
          <span className={form.name}>{accountMessages("presentPassword")}</span>
          <input
            className={form.input}
            type="password"
            name="present"
            required
            maxLength={PASSWORD_LENGTH.max}
            autoComplete="current-password"
            dir="ltr"
            aria-invalid={isPresentWrong || undefined}
            aria-describedby={isPresentWrong ? "password-problem" : undefined}
          />
        </label>
        <label className={form.field}>
          <span className={form.name}>{accountMessages("newPassword")}</span>
          <input
            className={form.input}
            type="password"
            name="next"
            required
            minLength={PASSWORD_LENGTH.min}
            maxLength={PASSWORD_LENGTH.max}
            autoComplete="new-password"
            dir="ltr"
            aria-invalid={isNextWrong || undefined}
            aria-describedby={isNextWrong ? "password-problem" : undefined}
          />
          <span className={form.hint}>
            {signInMessages("passwordHint", { count: PASSWORD_LENGTH.min })}
          </span>
        </label>
        <button type="submit" className={button.main}>
          {accountMessages("changePassword")}
        </button>
        <p className={form.hint}>{accountMessages("passwordNote")}</p>
      </form>
    </details>
  );
}
