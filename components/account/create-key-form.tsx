import button from "@/components/ui/button.module.css";
import { Field, HintedField } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { KEY_NAME_CHARACTERS_MAX } from "@/lib/contract/account";
import type { FormValues } from "@/lib/contract/notice";
import { accountMessages } from "@/lib/messages/compiled/account";

type CreateKeyFormProps = {
  /** The problem with the values, or null. */
  problem: string | null;
  /** Empty: nothing was typed yet. */
  values: FormValues;
};

const DAYS = ["30", "90", "365"] as const;

/** The form that creates a key. It needs no script. */
export function CreateKeyForm({ problem, values }: CreateKeyFormProps) {
  const isFirst = values.expires === undefined;
  return (
    <form action="/account/keys" method="post" className={form.form}>
      <HintedField
        id="key-name"
        name={accountMessages("keyName")}
        hint={accountMessages("keyNameHint")}
      >
        <input
          id="key-name"
          aria-describedby="key-name-hint"
          className={form.input}
          name="name"
          required
          maxLength={KEY_NAME_CHARACTERS_MAX}
          autoComplete="off"
          dir="auto"
          defaultValue={values.name}
        />
      </HintedField>
      <fieldset className={form.field}>
        <legend className={form.name}>{accountMessages("scopes")}</legend>
        <div className={form.choices}>
          <label className={form.choice}>
            <input
              type="checkbox"
              name="search"
              defaultChecked={isFirst || values.search === "on"}
            />
            {accountMessages("scopeSearch")}
          </label>
          <label className={form.choice}>
            <input type="checkbox" name="usage" defaultChecked={values.usage === "on"} />
            {accountMessages("scopeUsage")}
          </label>
        </div>
      </fieldset>
      <HintedField
        id="key-sites"
        name={accountMessages("sites")}
        hint={accountMessages("sitesHint")}
      >
        <textarea
          id="key-sites"
          aria-describedby="key-sites-hint"
          className={form.input}
          name="sites"
          rows={2}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          defaultValue={values.sites}
        />
      </HintedField>
      <Field name={accountMessages("expires")}>
        <select className={form.select} name="expires" defaultValue={values.expires ?? "never"}>
          <option value="never">{accountMessages("expiresNever")}</option>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {accountMessages("expiresInDays", { count: Number(days) })}
            </option>
          ))}
        </select>
      </Field>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <button type="submit" className={button.main}>
        {accountMessages("createKey")}
      </button>
    </form>
  );
}
