import { Fragment, type ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import { RichText } from "@/components/ui/rich-text";
import { PageSection, SplitPage } from "@/components/ui/split-page";
import text from "@/components/ui/text.module.css";
import { referenceMessages } from "@/lib/messages/compiled/reference";
import { numberText } from "@/lib/messages/locale";
import { CodeBlock } from "./code-block";
import { CopyCode } from "./copy-code";
import styles from "./reference.module.css";

/** A parameter or a field; types as in JSON Schema. */
export type FieldView = {
  name: string;
  type: string;
  minimum: number | null;
  maximum: number | null;
  /** Null: none. */
  default: string | null;
  isRequired: boolean;
  description: string;
};

export type FailureView = {
  code: string;
  status: number;
  title: string;
  message: string;
  action: string;
};

export type PlanView = {
  id: string;
  name: string;
  searchesPerMonth: number;
  requestsPerSecond: number;
  burst: number;
  countMax: number;
  /** Parameters that the plan does not include. */
  missing: readonly string[];
};

type ReferencePageProps = {
  publicUrl: string;
  summary: string;
  parameters: readonly FieldView[];
  imageFields: readonly FieldView[];
  usageFields: readonly FieldView[];
  sampleAnswer: string;
  failures: readonly FailureView[];
  plans: readonly PlanView[];
  headers: readonly { name: string; description: string }[];
  samples: readonly { lang: string; source: string }[];
  /** The form that runs a search. */
  tryIt: ReactNode;
};

const METHOD = "GET";
const PLACES = ["search", "parameters", "answer", "errors", "limits", "usage", "examples"] as const;

/** The documentation of `/v1`. */
export function ReferencePage(props: ReferencePageProps) {
  const { publicUrl, summary, parameters, imageFields, sampleAnswer, tryIt } = props;
  const url = `${publicUrl}/v1/search`;
  return (
    <SplitPage
      label={referenceMessages("places")}
      places={[...PLACES, "try" as const].map((id) => ({
        href: `#${id}`,
        name: referenceMessages(id),
      }))}
      title={referenceMessages("pageTitle")}
      actions={
        <a className={button.bare} href="/v1/openapi.json">
          {referenceMessages("document")}
        </a>
      }
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <PageSection id="search" title={referenceMessages("search")}>
            <div className={styles.prose}>
              <p>{summary}</p>
              <p className={styles.url}>
                <b>{METHOD}</b>
                <span dir="ltr">{url}</span>
                <CopyCode text={url} label={referenceMessages("copyUrl")} />
              </p>
              <p>
                <Rich
                  id="authentication"
                  of={{ first: "X-API-Key: vt_live_…", second: "Authorization: Bearer vt_live_…" }}
                />{" "}
                <a className={text.link} href="/account#keys">
                  {referenceMessages("getKey")}
                </a>
              </p>
            </div>
          </PageSection>
          <PageSection id="parameters" title={referenceMessages("parameters")}>
            <FieldTable label={referenceMessages("parameters")} fields={parameters} hasDefaults />
          </PageSection>
          <PageSection id="answer" title={referenceMessages("answer")}>
            <div className={styles.prose}>
              <p>
                <Rich id="answerIntro" of={{ name: "name", value: "value" }} />
              </p>
            </div>
            <FieldTable label={referenceMessages("answer")} fields={imageFields} />
            <CodeBlock name={referenceMessages("example")} code={sampleAnswer} />
          </PageSection>
          <Errors failures={props.failures} />
          <Limits plans={props.plans} headers={props.headers} />
          <PageSection id="usage" title={referenceMessages("usage")}>
            <div className={styles.prose}>
              <p>
                <Rich id="usageIntro" of={{ path: "GET /v1/usage", scope: "usage" }} />
              </p>
            </div>
            <FieldTable label={referenceMessages("usage")} fields={props.usageFields} />
          </PageSection>
          <PageSection id="examples" title={referenceMessages("examples")}>
            <div className={styles.prose}>
              <p>
                <Rich id="examplesIntro" of={{ variable: "VITRINE_KEY" }} />
              </p>
            </div>
            {props.samples.map(({ lang, source }) => (
              <CodeBlock key={lang} id={`example-${lang}`} name={lang} code={source} />
            ))}
          </PageSection>
        </div>
        {tryIt}
      </div>
    </SplitPage>
  );
}

/** A message whose parameters are code. */
function Rich({
  id,
  of,
}: {
  id: Parameters<typeof referenceMessages.parts>[0];
  of: Record<string, string>;
}) {
  const entries = Object.entries(of).map(([name, code]) => [
    name,
    <code key={name} dir="ltr" className={styles.inline}>
      {code}
    </code>,
  ]);
  return <RichText parts={referenceMessages.parts(id, Object.fromEntries(entries))} />;
}

type FieldTableProps = { label: string; fields: readonly FieldView[]; hasDefaults?: boolean };

function FieldTable({ label, fields, hasDefaults = false }: FieldTableProps) {
  const defaults = {
    name: referenceMessages("default"),
    isKept: true,
    cell: (field: FieldView) =>
      field.isRequired
        ? referenceMessages("required")
        : (field.default ?? referenceMessages("none")),
  };
  return (
    <DataTable
      label={label}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        {
          name: referenceMessages(hasDefaults ? "name" : "field"),
          isKept: true,
          cell: ({ name }) => <code className={styles.inline}>{name}</code>,
        },
        { name: referenceMessages("type"), isKept: true, cell: typeText },
        ...(hasDefaults ? [defaults] : []),
        { name: referenceMessages("meaning"), cell: ({ description }) => description },
      ]}
    />
  );
}

function typeText({ type, minimum, maximum }: FieldView): string {
  if (minimum === null || maximum === null) return type;
  return referenceMessages("range", { type, min: minimum, max: maximum });
}

function Errors({ failures }: { failures: readonly FailureView[] }) {
  return (
    <PageSection id="errors" title={referenceMessages("errors")}>
      <div className={styles.prose}>
        <p>
          <Rich
            id="errorsIntro"
            of={{ error: "error", accept: "Accept: application/problem+json" }}
          />
        </p>
      </div>
      <DataTable
        label={referenceMessages("errors")}
        rows={failures}
        keyOf={({ code }) => code}
        columns={[
          {
            name: referenceMessages("status"),
            isKept: true,
            // The type of problem details leads here.
            cell: ({ code, status }) => <span id={code}>{status}</span>,
          },
          {
            name: referenceMessages("error"),
            cell: ({ title, message }) => (
              <Fragment>
                <b>{title}</b>
                <br />
                {message}
              </Fragment>
            ),
          },
          { name: referenceMessages("action"), cell: ({ action }) => action },
        ]}
      />
    </PageSection>
  );
}

function Limits({ plans, headers }: Pick<ReferencePageProps, "plans" | "headers">) {
  return (
    <PageSection id="limits" title={referenceMessages("limits")}>
      <div className={styles.prose}>
        <p>{referenceMessages("limitsIntro")}</p>
      </div>
      <DataTable
        label={referenceMessages("limits")}
        rows={plans}
        keyOf={({ id }) => id}
        columns={[
          { name: referenceMessages("plan"), cell: ({ name }) => <bdi>{name}</bdi> },
          {
            name: referenceMessages("searchesPerMonth"),
            isNumber: true,
            cell: ({ searchesPerMonth }) => numberText(searchesPerMonth),
          },
          {
            name: referenceMessages("rate"),
            cell: ({ requestsPerSecond, burst }) =>
              referenceMessages("rateOf", { rate: requestsPerSecond, burst }),
          },
          {
            name: referenceMessages("countMax"),
            isNumber: true,
            cell: ({ countMax }) => numberText(countMax),
          },
          {
            name: referenceMessages("notIncluded"),
            cell: ({ missing }) => missing.join(", ") || referenceMessages("everything"),
          },
        ]}
      />
      <div className={styles.prose}>
        <p>{referenceMessages("headersIntro")}</p>
      </div>
      <DataTable
        label={referenceMessages("headersIntro")}
        rows={headers}
        keyOf={({ name }) => name}
        columns={[
          {
            name: referenceMessages("header"),
            isKept: true,
            cell: ({ name }) => <code className={styles.inline}>{name}</code>,
          },
          { name: referenceMessages("meaning"), cell: ({ description }) => description },
        ]}
      />
    </PageSection>
  );
}
