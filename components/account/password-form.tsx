import button from "@/components/ui/button.module.css";
import disclosure from "@/components/ui/disclosure.module.css";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { Icon } from "@/components/ui/icon";
import { PASSWORD_LENGTH, type PasswordProblem } from "@/lib/contract/sign-in-problem";
import { accountMessages } from "@/lib/messages/compiled/account";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import styles from "./account.module.css";
import { PasswordField } from "./password-field";

type PasswordFormProps = {
  /** The account's e-mail, for password managers. */
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
          <FormProblem id="password-problem">
            {isPresentWrong
              ? accountMessages("presentPasswordWrong")
              : signInMessages(`problem.${problem}`, { max: PASSWORD_LENGTH.max })}
          </FormProblem>
        )}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="present"
          label={accountMessages("presentPassword")}
          isNew={false}
          problemId={isPresentWrong ? "password-problem" : null}
        />
        <PasswordField
          name="next"
          label={accountMessages("newPassword")}
          isNew={true}
          problemId={isNextWrong ? "password-problem" : null}
        />
        <button type="submit" className={button.main}>
          {accountMessages("changePassword")}
        </button>
        <p className={form.hint}>{accountMessages("passwordNote")}</p>
      </form>
    </details>
  );
}
