import type { ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { DisclosureLine } from "@/components/ui/disclosure-line";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import type { SignInProblem } from "@/lib/contract/sign-in-problem";
import { accountMessages } from "@/lib/messages/compiled/account";
import styles from "./account.module.css";
import { EmailField, PasswordField } from "./sign-in-fields";
import { fieldOf, signInProblemText } from "./sign-in-problem-text";

/** Why a form did not change the account; `wrong`: the current password is wrong. */
export type RefusedChange = {
  form: "password" | "email" | "delete";
  problem: SignInProblem;
  /** The e-mail typed. */
  email?: string | undefined;
  waitMinutes?: string | undefined;
};

type AccountFormsProps = {
  account: { email: string; role: string };
  refused: RefusedChange | null;
};

/** The forms that change the account, each behind a line that opens it. They need no script. */
export function AccountForms({ account: { email, role }, refused }: AccountFormsProps) {
  const refusedAs = (name: RefusedChange["form"]) => (refused?.form === name ? refused : null);
  return (
    <div className={styles.forms}>
      <ChangeForm
        name="password"
        title={accountMessages("changePassword")}
        note={accountMessages("passwordNote")}
        email={email}
        refused={refusedAs("password")}
      >
        <PasswordField
          name="next"
          label={accountMessages("newPassword")}
          isNew
          problem={problemIn("password", refusedAs("password"))}
        />
      </ChangeForm>
      <ChangeForm
        name="email"
        title={accountMessages("changeEmail")}
        note={accountMessages("emailNote")}
        email={email}
        refused={refusedAs("email")}
      >
        <EmailField
          name="next"
          label={accountMessages("newEmail")}
          value={refusedAs("email")?.email ?? ""}
          autoComplete="email"
          problem={problemIn("email", refusedAs("email"))}
        />
      </ChangeForm>
      {role === "operator" ? (
        <p className={form.hint}>{accountMessages("operatorStays")}</p>
      ) : (
        <ChangeForm
          name="delete"
          title={accountMessages("deleteAccount")}
          note={accountMessages("deleteNote")}
          isDestructive
          email={email}
          refused={refusedAs("delete")}
        />
      )}
    </div>
  );
}

function problemIn(field: "email" | "password", refused: RefusedChange | null): string | null {
  if (refused === null || fieldOf(refused.problem) !== field) return null;
  if (refused.problem === "taken") return accountMessages("emailTaken");
  return signInProblemText(refused.problem);
}

type ChangeFormProps = {
  name: RefusedChange["form"];
  title: string;
  note: string;
  isDestructive?: boolean;
  /** The account's e-mail, for password managers. */
  email: string;
  refused: RefusedChange | null;
  /** The field of the new value. */
  children?: ReactNode;
};

/** A form that also asks for the current password. */
function ChangeForm(props: ChangeFormProps) {
  const { name, title, note, isDestructive = false, email, refused, children } = props;
  const isOfForm = refused !== null && fieldOf(refused.problem) === null;
  return (
    <details open={refused !== null}>
      <DisclosureLine>{title}</DisclosureLine>
      <form action={`/account/${name}`} method="post" className={form.form}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="present"
          label={accountMessages("presentPassword")}
          isNew={false}
          problem={refused?.problem === "wrong" ? accountMessages("presentPasswordWrong") : null}
        />
        {children}
        {isOfForm && refused.problem !== "wrong" && (
          <FormProblem>{signInProblemText(refused.problem, refused.waitMinutes)}</FormProblem>
        )}
        <button
          type="submit"
          className={isDestructive ? button.button : button.main}
          data-destructive={isDestructive || undefined}
        >
          {title}
        </button>
        <p className={form.hint}>{note}</p>
      </form>
    </details>
  );
}
