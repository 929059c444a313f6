import type { Metadata } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import { ApiDocsPage, type FieldView, type PlanView } from "@/components/api-docs/api-docs-page";
import { type TryKey, TrySearch } from "@/components/api-docs/try-search";
import { ERRORS } from "@/lib/contract/errors";
import { PLAN_FIELDS, PLANNED_FILTERS, type Plan } from "@/lib/core/limits/plan";
import { apiFailureText } from "@/lib/messages/api-failure-text";
import { apiDocsMessages } from "@/lib/messages/compiled/api-docs";
import { openapiMessages } from "@/lib/messages/compiled/openapi";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { principalOf, vitrine } from "@/lib/page-bridge";
import { otherValues } from "@/lib/protocol/search-parameters";
import { codeSamples, sampleAnswer } from "@/lib/service/api/code-samples";
import { API_FAILURES, fieldsOf, searchParameters } from "@/lib/service/api/openapi";
import { PageFrame } from "../../page-frame";

const TRY_KEYS_MAX = 250;

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: apiDocsMessages("pageTitle") }),
});

/** The documentation of `/v1`, generated from the schemas that validate its requests. */
export default async function DocsPage() {
  await connection();
  const { publicUrl, plans } = vitrine().config;
  const failures = API_FAILURES.map((code) => ({
    code,
    status: ERRORS[code].status,
    ...apiFailureText(code),
  })).sort((one, other) => one.status - other.status);
  return (
    <PageFrame>
      <ApiDocsPage
        publicUrl={publicUrl}
        summary={openapiMessages("operation.search.text")}
        parameters={searchParameters().map(({ name, isRequired, schema }) =>
          toFieldView(name, schema, isRequired),
        )}
        imageFields={fieldsOf("Image").map(([name, schema]) => toFieldView(name, schema))}
        usageFields={fieldsOf("UsageResponse").map(([name, schema]) => toFieldView(name, schema))}
        sampleAnswer={JSON.stringify(sampleAnswer(publicUrl), null, "\t")}
        failures={failures}
        plans={plans.map(toPlanView)}
        headers={[
          { name: "RateLimit", description: openapiMessages("header.rateLimit") },
          {
            name: "RateLimit-Policy",
            description: openapiMessages("header.rateLimitPolicy"),
          },
          { name: "Retry-After", description: openapiMessages("header.retryAfter") },
          { name: "X-Request-Id", description: openapiMessages("header.requestId") },
        ]}
        samples={codeSamples(publicUrl)}
        tryIt={<TrySearch keys={await tryKeys()} />}
      />
    </PageFrame>
  );
}

/** Returns the keys of the signed-in account that may search; null without an account. */
async function tryKeys(): Promise<TryKey[] | null> {
  const principal = await principalOf(await headers());
  if (principal === null) return null;
  const of = { account: principal.accountId, offset: 0, limit: TRY_KEYS_MAX };
  const { keys } = await vitrine().accounts.keys(of);
  return keys
    .filter(({ state, scopes }) => state === "active" && scopes.includes("search"))
    .map(({ id, name, prefix }) => ({ id, name, prefix }));
}

type Schema = ReturnType<typeof searchParameters>[number]["schema"];

function toFieldView(name: string, schema: Schema, isRequired = false): FieldView {
  const { type, format, minimum, maximum, description } = schema;
  const values = schema.enum?.map(String);
  const numberOf = (value: unknown) =>
    typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;
  return {
    name,
    type: values?.join(", ") ?? (format === undefined ? (type ?? "object") : String(format)),
    minimum: numberOf(minimum),
    maximum: numberOf(maximum),
    default: schema.default === undefined ? null : String(schema.default),
    isRequired,
    description,
  };
}

/** Converts a plan; writes what it excludes as in a URL, such as `safesearch=moderate`. */
function toPlanView(plan: Plan): PlanView {
  const { id, name, searchesPerMonth, requestsPerSecond, burst, countMax } = plan;
  const missing = PLANNED_FILTERS.filter((filter) => !plan[PLAN_FIELDS[filter]]).map((filter) => {
    const [value, ...others] = otherValues(filter);
    return value !== undefined && others.length === 0 ? `${filter}=${value}` : filter;
  });
  return { id, name, searchesPerMonth, requestsPerSecond, burst, countMax, missing };
}
