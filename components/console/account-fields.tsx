import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import type { Account } from "@/lib/contract/account";
import type { Plan } from "@/lib/core/limits/plan";
import { consoleMessages } from "@/lib/messages/compiled/console";

type AccountFieldsProps = {
  plans: readonly Plan[];
  /** The values that are selected at first. */
  plan?: string | undefined;
  role?: string | undefined;
};

/** The plan and role of an account or an invitation, to choose. */
export function AccountFields({ plans, plan, role = "account" }: AccountFieldsProps) {
  return (
    <>
      <Field name={consoleMessages("plan")}>
        <select className={form.select} name="plan" defaultValue={plan}>
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field name={consoleMessages("role")}>
        <select className={form.select} name="role" defaultValue={role}>
          <option value="account">{consoleMessages("account")}</option>
          <option value="operator">{consoleMessages("operator")}</option>
        </select>
      </Field>
    </>
  );
}

/** Returns an account's state, which includes the role of an operator. */
export function stateText({ isSuspended, role }: Account): string {
  if (isSuspended) return consoleMessages("suspended");
  return consoleMessages(role === "operator" ? "operator" : "active");
}
