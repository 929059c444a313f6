"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { PageSection } from "@/components/ui/split-page";
import text from "@/components/ui/text.module.css";
import { apiDocsMessages } from "@/lib/messages/compiled/api-docs";
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  type FilterRow,
  otherValues,
} from "@/lib/protocol/search-parameters";
import styles from "./api-docs.module.css";
import { CodeBlock } from "./code-block";

/** A key of the signed-in account, without its text. */
export type TryKey = { id: string; name: string; prefix: string };

type Result =
  | { kind: "answer"; status: number; ms: number; found: number | null; body: string }
  | { kind: "unreachable" };

const ACTION = "/api/try-search";
const SIGN_IN = "/sign-in?to=%2Fv1%2Fdocs";
const LINES_MAX = 40;

type TrySearchProps = {
  /** Null if the visitor is not signed in. */
  keys: readonly TryKey[] | null;
};

/** Runs a search with a key of the account. Without scripts, the browser displays the answer. */
export function TrySearch({ keys }: TrySearchProps) {
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<Result | null>(null);

  async function run(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ]);
    setRunning(true);
    setResult(await send(new URLSearchParams(fields)));
    setRunning(false);
  }

  return (
    <PageSection id="try" title={apiDocsMessages("try")}>
      {keys === null && (
        <>
          <p className={styles.invite}>{apiDocsMessages("trySignIn")}</p>
          <a className={button.main} href={SIGN_IN}>
            {apiDocsMessages("signIn")}
          </a>
        </>
      )}
      {keys?.length === 0 && (
        <>
          <p className={styles.invite}>{apiDocsMessages("tryNoKey")}</p>
          <a className={button.main} href="/account#keys">
            {apiDocsMessages("getKey")}
          </a>
        </>
      )}
      {keys !== null && keys.length > 0 && (
        <form action={ACTION} method="post" onSubmit={run} className={styles.try}>
          <p className={text.small}>{apiDocsMessages("tryIntro")}</p>
          <Fields keys={keys} />
          <button type="submit" className={button.main} disabled={isRunning}>
            {apiDocsMessages(isRunning ? "trying" : "trySubmit")}
          </button>
        </form>
      )}
      <div role="status" className={styles.result}>
        {result !== null && <ResultView result={result} />}
      </div>
    </PageSection>
  );
}

function Fields({ keys }: { keys: readonly TryKey[] }) {
  return (
    <>
      <Row name={apiDocsMessages("tryKey")}>
        <select name="key" className={form.input}>
          {keys.map(({ id, name, prefix }) => (
            <option key={id} value={id}>
              {name} {prefix}…
            </option>
          ))}
        </select>
      </Row>
      <Row name="q">
        <input
          type="search"
          name="q"
          className={form.input}
          defaultValue="sea"
          required
          maxLength={200}
        />
      </Row>
      {FILTER_NAMES.map((name) =>
        FILTERS[name].kind === "host" ? (
          <Row key={name} name={name}>
            <input
              type="text"
              name={name}
              className={form.input}
              placeholder={apiDocsMessages("anySite")}
            />
          </Row>
        ) : (
          <Choice key={name} name={name} />
        ),
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={styles.row}>
      <span>{name}</span>
      {children}
    </label>
  );
}

/** A parameter with a few values; its default is not sent. */
function Choice({ name }: { name: FilterName }) {
  const values = name === "count" ? ["10", "50"] : otherValues(name);
  const { default: byDefault }: FilterRow = FILTERS[name];
  return (
    <Row name={name}>
      <select name={name} className={form.input}>
        <option value="">
          {byDefault === null
            ? apiDocsMessages("noFilter")
            : apiDocsMessages("byDefault", { value: String(byDefault) })}
        </option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </Row>
  );
}

async function send(body: URLSearchParams): Promise<Result> {
  const startMs = performance.now();
  try {
    const response = await fetch(ACTION, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    // The session has ended.
    if (response.redirected) location.assign(SIGN_IN);
    const received = await response.text();
    const answer = parse(received);
    const lines = (answer === null ? received : JSON.stringify(answer, null, "\t")).split("\n");
    return {
      kind: "answer",
      status: response.status,
      ms: Math.round(performance.now() - startMs),
      found: response.ok ? (answer?.value?.length ?? null) : null,
      body: [...lines.slice(0, LINES_MAX), ...(lines.length > LINES_MAX ? ["…"] : [])].join("\n"),
    };
  } catch {
    return { kind: "unreachable" };
  }
}

/** Returns the JSON of a body; null for a body of another type, which a failure may have. */
function parse(body: string): { value?: unknown[] } | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function ResultView({ result }: { result: Result }) {
  if (result.kind === "unreachable") return <p>{apiDocsMessages("tryFailed")}</p>;
  const { status, ms, found, body } = result;
  return (
    <>
      <p className={text.facts}>
        <span>{apiDocsMessages("tryFacts", { status: String(status), ms })}</span>
        {found !== null && <span>{apiDocsMessages("tryFound", { count: found })}</span>}
      </p>
      <CodeBlock name={apiDocsMessages("tryResult")} code={body} />
    </>
  );
}
