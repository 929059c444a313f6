import { NewSecret } from "@/components/site/new-secret";
import { ActionPopover } from "@/components/ui/action-popover";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import disclosure from "@/components/ui/disclosure.module.css";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { Icon } from "@/components/ui/icon";
import { PageLinks } from "@/components/ui/page-links";
import primitives from "@/components/ui/primitives.module.css";
import { SignDrawing } from "@/components/ui/sign-drawing";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import {
  type ApiKey,
  KEY_NAME_CHARACTERS_MAX,
  KEY_NOTE_CHARACTERS_MAX,
} from "@/lib/contract/account";
import type { FormValues } from "@/lib/contract/notice";
import { endOfKey, isUsable } from "@/lib/core/limits/key-end";
import type { Plan } from "@/lib/core/limits/plan";
import { agoText } from "@/lib/messages/ago-text";
import { accountMessages } from "@/lib/messages/compiled/account";
import styles from "./account.module.css";
import type { KeysView } from "./account-view";
import { CreateKeyForm } from "./create-key-form";
import { keyColumns, RevokeKey } from "./key-columns";

const KEYS_HREF = "/account#keys";

/** The result of the last form: a key to copy, or a problem. */
export type KeyNotice =
  /** `sample`: a command that uses it. */
  | { kind: "key"; name: string; text: string; sample: string }
  /** `isNew`: the problem is one of the form for a new key. */
  | { kind: "problem"; isNew: boolean; text: string; values: FormValues };

type KeySectionProps = {
  keys: KeysView;
  plan: Plan;
  nowMs: number;
  notice: KeyNotice | null;
};

/** The account's API keys, and forms to create, change, rotate and revoke them. */
export function KeySection({ keys, plan, nowMs, notice }: KeySectionProps) {
  const isFull = keys.usableCount >= plan.keysMax;
  const problem = notice?.kind === "problem" && notice.isNew ? notice : null;
  return (
    <PageSection id="keys" title={accountMessages("keys")}>
      {!isFull && (keys.count > 0 || problem !== null) && (
        <details className={disclosure.form} open={problem !== null}>
          <summary className={`${button.button} ${disclosure.opener}`}>
            <ToolIcon name="plus" />
            {accountMessages("createKey")}
          </summary>
          <div className={disclosure.panel}>
            <CreateKeyForm problem={problem?.text ?? null} values={problem?.values ?? {}} />
          </div>
        </details>
      )}
      {notice?.kind === "key" && <NewKey {...notice} />}
      {notice?.kind === "problem" && !notice.isNew && <FormProblem>{notice.text}</FormProblem>}
      {isFull && (
        <p className={styles.full}>{accountMessages("keysFull", { count: plan.keysMax })}</p>
      )}
      {keys.count === 0 ? (
        problem === null && <NoKeys plan={plan} />
      ) : (
        <>
          <KeyTable keys={keys.keys} nowMs={nowMs} />
          <PageLinks
            page={keys.page}
            pageCount={keys.pageCount}
            label={accountMessages("pages")}
            text={accountMessages("page", { page: keys.page, count: keys.pageCount })}
            previous={accountMessages("previous")}
            next={accountMessages("next")}
            hrefOf={(page) => (page === 1 ? KEYS_HREF : `/account?keys=${page}#keys`)}
          />
          <p className={split.remark}>
            {accountMessages("keysNote")}{" "}
            <a className={text.link} href="/v1/docs">
              {accountMessages("readDocs")}
            </a>
          </p>
        </>
      )}
    </PageSection>
  );
}

function NewKey({ name, text, sample }: { name: string; text: string; sample: string }) {
  return (
    <NewSecret
      title={accountMessages("keyReady", { name })}
      message={accountMessages("keyReadyMessage")}
      text={text}
      sample={{ name: accountMessages("trySample"), text: sample }}
      label={accountMessages("newKey")}
      copy={accountMessages("copyKey")}
      copied={accountMessages("copied")}
      copyFailed={accountMessages("copyFailed")}
      done={{ name: accountMessages("haveIt"), href: KEYS_HREF }}
    />
  );
}

function NoKeys({ plan }: { plan: Plan }) {
  return (
    <div className={`${primitives.column} ${styles.nothing}`}>
      <SignDrawing sign="key" />
      <h3 className={primitives.title}>{accountMessages("noKeysTitle")}</h3>
      <p>{accountMessages("noKeysMessage", { count: plan.searchesPerMonth })}</p>
      <div className={styles.actions}>
        <details className={disclosure.first}>
          <summary className={`${button.main} ${disclosure.replaced}`}>
            <ToolIcon name="plus" />
            {accountMessages("createKey")}
          </summary>
          <CreateKeyForm problem={null} values={{}} />
        </details>
        <a className={`${button.bare} ${split.flushStart}`} href="/v1/docs">
          {accountMessages("readDocs")}
        </a>
      </div>
    </div>
  );
}

function KeyTable({ keys, nowMs }: { keys: readonly ApiKey[]; nowMs: number }) {
  return (
    <DataTable
      label={accountMessages("keys")}
      rows={keys}
      keyOf={({ id }) => id}
      isFaint={({ state }) => state !== "active"}
      columns={[
        { name: accountMessages("keyName"), cell: (key) => <KeyName of={key} /> },
        ...keyColumns(nowMs, accountMessages("neverUsed")),
        { name: accountMessages("sites"), cell: ({ sites }) => <Sites sites={sites} /> },
        { name: accountMessages("expires"), isNowrap: true, cell: (key) => expiryText(key, nowMs) },
        {
          name: accountMessages("actions"),
          isActions: true,
          cell: (key) => isUsable(key) && <KeyActions of={key} />,
        },
      ]}
    />
  );
}

function KeyName({ of: { name, note, scopes, state } }: { of: ApiKey }) {
  return (
    <>
      <bdi>{name}</bdi>
      {state === "disabled" && <span className={styles.second}>{accountMessages("disabled")}</span>}
      {note !== "" && <bdi className={styles.second}>{note}</bdi>}
      {!scopes.includes("search") && (
        <span className={styles.second}>{accountMessages("usageOnly")}</span>
      )}
    </>
  );
}

function Sites({ sites }: { sites: readonly string[] }) {
  if (sites.length === 0) return accountMessages("anySite");
  if (sites.length === 1) return <bdi>{sites[0]}</bdi>;
  return (
    <details>
      <summary className={disclosure.brief}>
        {accountMessages("siteCount", { count: sites.length })}
        <Icon name="chevron" isSmall />
      </summary>
      <ul>
        {sites.map((site) => (
          <li key={site} dir="ltr">
            {site}
          </li>
        ))}
      </ul>
    </details>
  );
}

function expiryText(key: ApiKey, nowMs: number): string {
  const { state, revokedAtMs } = key;
  const endsAtMs = endOfKey(key);
  if (state === "revoked") {
    return accountMessages("revokedAt", { when: agoText(revokedAtMs ?? nowMs, nowMs) });
  }
  if (endsAtMs === null) return accountMessages("expiresNever");
  const when = agoText(endsAtMs, nowMs);
  if (endsAtMs === revokedAtMs) return accountMessages("expiresReplaced", { when });
  return state === "expired" ? accountMessages("expiredAt", { when }) : when;
}

const OVERLAPS = [
  { value: "24h", message: "overlap24" },
  { value: "1h", message: "overlap1" },
  { value: "0", message: "overlap0" },
] as const;

function KeyActions({ of: key }: { of: ApiKey }) {
  const { id, name, revokedAtMs, state } = key;
  return (
    <>
      <EditKey of={key} />
      {revokedAtMs === null && state === "active" && (
        <ActionPopover
          id={`rotate-${id}`}
          name={accountMessages("rotate")}
          label={accountMessages("rotateLabel", { name })}
          title={accountMessages("rotateTitle", { name })}
          cancel={accountMessages("cancel")}
          action={accountMessages("rotateAction")}
          target="/account/keys/rotate"
        >
          <input type="hidden" name="id" value={id} />
          <p>{accountMessages("rotateMessage")}</p>
          <fieldset className={styles.choices}>
            <legend className={form.name}>{accountMessages("overlap")}</legend>
            {OVERLAPS.map(({ value, message }, index) => (
              <label key={value} className={form.choice}>
                <input type="radio" name="overlap" value={value} defaultChecked={index === 0} />
                {accountMessages(message)}
              </label>
            ))}
          </fieldset>
        </ActionPopover>
      )}
      <RevokeKey of={key} target="/account/keys/revoke" />
    </>
  );
}

function EditKey({ of: { id, name, note, state } }: { of: ApiKey }) {
  const isDisabled = state === "disabled";
  return (
    <ActionPopover
      id={`edit-${id}`}
      name={accountMessages("edit")}
      label={accountMessages("editLabel", { name })}
      title={accountMessages("editTitle", { name })}
      cancel={accountMessages("cancel")}
      action={accountMessages("editAction")}
      target="/account/keys/change"
    >
      <input type="hidden" name="id" value={id} />
      {isDisabled && <input type="hidden" name="wasDisabled" value="on" />}
      <Field name={accountMessages("keyName")}>
        <input
          className={form.input}
          name="name"
          required
          maxLength={KEY_NAME_CHARACTERS_MAX}
          autoComplete="off"
          dir="auto"
          defaultValue={name}
        />
      </Field>
      <Field name={accountMessages("note")}>
        <textarea
          className={form.input}
          name="note"
          rows={2}
          maxLength={KEY_NOTE_CHARACTERS_MAX}
          dir="auto"
          defaultValue={note}
        />
      </Field>
      <label className={form.choice}>
        <input type="checkbox" name="disabled" defaultChecked={isDisabled} />
        {accountMessages("disableKey")}
      </label>
    </ActionPopover>
  );
}
