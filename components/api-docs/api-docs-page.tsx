import { Fragment, type ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import primitives from "@/components/ui/primitives.module.css";
import { RichText } from "@/components/ui/rich-text";
import { PageSection, SplitPage } from "@/components/ui/split-page";
import text from "@/components/ui/text.module.css";
import { apiDocsMessages } from "@/lib/messages/compiled/api-docs";
import { listText } from "@/lib/messages/list-text";
import { numberText } from "@/lib/messages/number-text";
import styles from "./api-docs.module.css";
import { CodeBlock } from "./code-block";
import { CopyCode } from "./copy-code";

/** A parameter or a field; types as in JSON Schema. */
export type FieldView = {
  name: string;
  type: string;
  minimum: number | null;
  maximum: number | null;
  /** Null if there is no default. */
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

type ApiDocsPageProps = {
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
export function ApiDocsPage(props: ApiDocsPageProps) {
  const { publicUrl, summary, parameters, imageFields, sampleAnswer, tryIt } = props;
  const url = `${publicUrl}/v1/search`;
  return (
    <SplitPage
      label={apiDocsMessages("places")}
      places={[...PLACES, "try" as const].map((id) => ({
        href: `#${id}`,
        name: apiDocsMessages(id),
      }))}
      title={apiDocsMessages("pageTitle")}
      actions={
        <a className={button.bare} href="/v1/openapi.json">
          {apiDocsMessages("document")}
        </a>
      }
    >
      <PageSection id="search" title={apiDocsMessages("search")}>
        <div className={styles.prose}>
          <p>{summary}</p>
          <p className={`${primitives.target} ${styles.url}`}>
            <b>{METHOD}</b>
            <span dir="ltr">{url}</span>
            <CopyCode text={url} label={apiDocsMessages("copyUrl")} />
          </p>
          <p>
            <Rich
              id="authentication"
              of={{ first: "X-API-Key: vt_live_…", second: "Authorization: Bearer vt_live_…" }}
            />{" "}
            <a className={text.link} href="/account#keys">
              {apiDocsMessages("getKey")}
            </a>
          </p>
        </div>
      </PageSection>
      <PageSection id="parameters" title={apiDocsMessages("parameters")}>
        <FieldTable label={apiDocsMessages("parameters")} fields={parameters} hasDefaults />
      </PageSection>
      <PageSection id="answer" title={apiDocsMessages("answer")}>
        <div className={styles.prose}>
          <p>
            <Rich id="answerIntro" of={{ name: "name", value: "value" }} />
          </p>
        </div>
        <FieldTable label={apiDocsMessages("answer")} fields={imageFields} />
        <CodeBlock name={apiDocsMessages("example")} code={sampleAnswer} />
      </PageSection>
      <Errors failures={props.failures} />
      <Limits plans={props.plans} headers={props.headers} />
      <PageSection id="usage" title={apiDocsMessages("usage")}>
        <div className={styles.prose}>
          <p>
            <Rich id="usageIntro" of={{ path: "GET /v1/usage", scope: "usage" }} />
          </p>
        </div>
        <FieldTable label={apiDocsMessages("usage")} fields={props.usageFields} />
        <div className={styles.prose}>
          <p>
            <Rich id="grantIntro" of={{ path: "POST /v1/picker-grants", origin: "origin" }} />
          </p>
        </div>
      </PageSection>
      <PageSection id="examples" title={apiDocsMessages("examples")}>
        <div className={styles.prose}>
          <p>
            <Rich id="examplesIntro" of={{ variable: "VITRINE_KEY" }} />
          </p>
        </div>
        {props.samples.map(({ lang, source }) => (
          <CodeBlock key={lang} id={`example-${lang}`} name={lang} code={source} />
        ))}
      </PageSection>
      {tryIt}
    </SplitPage>
  );
}

/** A message whose parameters are code. */
function Rich({
  id,
  of,
}: {
  id: Parameters<typeof apiDocsMessages.parts>[0];
  of: Record<string, string>;
}) {
  const entries = Object.entries(of).map(([name, code]) => [
    name,
    <code key={name} dir="ltr" className={styles.inline}>
      {code}
    </code>,
  ]);
  return <RichText parts={apiDocsMessages.parts(id, Object.fromEntries(entries))} />;
}

type FieldTableProps = { label: string; fields: readonly FieldView[]; hasDefaults?: boolean };

function FieldTable({ label, fields, hasDefaults = false }: FieldTableProps) {
  const defaults = {
    name: apiDocsMessages("default"),
    isNowrap: true,
    cell: (field: FieldView) =>
      field.isRequired ? apiDocsMessages("required") : (field.default ?? apiDocsMessages("none")),
  };
  return (
    <DataTable
      label={label}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        {
          name: apiDocsMessages(hasDefaults ? "name" : "field"),
          isNowrap: true,
          cell: ({ name }) => <code className={styles.inline}>{name}</code>,
        },
        { name: apiDocsMessages("type"), isNowrap: true, cell: typeText },
        ...(hasDefaults ? [defaults] : []),
        { name: apiDocsMessages("meaning"), cell: ({ description }) => description },
      ]}
    />
  );
}

function typeText({ type, minimum, maximum }: FieldView): string {
  if (minimum === null || maximum === null) return type;
  return apiDocsMessages("range", { type, min: minimum, max: maximum });
}

function Errors({ failures }: { failures: readonly FailureView[] }) {
  return (
    <PageSection id="errors" title={apiDocsMessages("errors")}>
      <div className={styles.prose}>
        <p>
          <Rich
            id="errorsIntro"
            of={{ error: "error", accept: "Accept: application/problem+json" }}
          />
        </p>
      </div>
      <DataTable
        label={apiDocsMessages("errors")}
        rows={failures}
        keyOf={({ code }) => code}
        columns={[
          {
            name: apiDocsMessages("status"),
            isNowrap: true,
            // The problem details' `type` links here.
            cell: ({ code, status }) => <span id={code}>{status}</span>,
          },
          {
            name: apiDocsMessages("error"),
            cell: ({ title, message }) => (
              <Fragment>
                <b>{title}</b>
                <br />
                {message}
              </Fragment>
            ),
          },
          { name: apiDocsMessages("action"), cell: ({ action }) => action },
        ]}
      />
    </PageSection>
  );
}

function Limits({ plans, headers }: Pick<ApiDocsPageProps, "plans" | "headers">) {
  return (
    <PageSection id="limits" title={apiDocsMessages("limits")}>
      <div className={styles.prose}>
        <p>{apiDocsMessages("limitsIntro")}</p>
      </div>
      <DataTable
        label={apiDocsMessages("limits")}
        rows={plans}
        keyOf={({ id }) => id}
        columns={[
          { name: apiDocsMessages("plan"), cell: ({ name }) => <bdi>{name}</bdi> },
          {
            name: apiDocsMessages("searchesPerMonth"),
            isNumber: true,
            cell: ({ searchesPerMonth }) => numberText(searchesPerMonth),
          },
          {
            name: apiDocsMessages("rate"),
            cell: ({ requestsPerSecond, burst }) =>
              apiDocsMessages("rateOf", { rate: requestsPerSecond, burst }),
          },
          {
            name: apiDocsMessages("countMax"),
            isNumber: true,
            cell: ({ countMax }) => numberText(countMax),
          },
          {
            name: apiDocsMessages("notIncluded"),
            cell: ({ missing }) => listText(missing) || apiDocsMessages("everything"),
          },
        ]}
      />
      <div className={styles.prose}>
        <p>{apiDocsMessages("headersIntro")}</p>
      </div>
      <DataTable
        label={apiDocsMessages("headersIntro")}
        rows={headers}
        keyOf={({ name }) => name}
        columns={[
          {
            name: apiDocsMessages("header"),
            isNowrap: true,
            cell: ({ name }) => <code className={styles.inline}>{name}</code>,
          },
          { name: apiDocsMessages("meaning"), cell: ({ description }) => description },
        ]}
      />
    </PageSection>
  );
}
