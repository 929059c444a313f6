import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainPalette } from "@/components/refinement/plain-palette";
import { PlainRefinement } from "@/components/refinement/plain-refinement";
import { ApplyFilters, FilterControls } from "@/components/search/filter-controls";
import { SearchField } from "@/components/search/search-field";
import { SearchForm } from "@/components/search/search-form";
import { SearchResults } from "@/components/search/search-results";
import { SearchProvider } from "@/components/search/search-state";
import { SpentNow } from "@/components/search/spent-now";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import {
  readAsked,
  type SearchOutcome,
  searchApiUrl,
  writtenFields,
} from "@/lib/core/search-outcome";
import { mayStartPaidSearch } from "@/lib/gallery/cross-site";
import { currentContext, vitrine } from "@/lib/http/page-bridge";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { toAppError } from "@/lib/platform/errors";
import { logFailure, toErrorBody } from "@/lib/platform/http";
import { readBudget, readLabel } from "../read-label";

type SearchPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const asked = readAsked(toParameters(await searchParams));
  return {
    title: resultsMessages("pageTitle", {
      page: asked.kind === "query" ? asked.query.q : resultsMessages("noQuery"),
    }),
    robots: { index: false, follow: false },
  };
}

/** Renders the first answer; the browser does not request it again. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const parameters = toParameters(await searchParams);
  const asked = readAsked(parameters);
  const fields = writtenFields(parameters);
  const [service, known] = await Promise.all([
    readLabel(),
    asked.kind === "query"
      ? outcomeOf(asked.query, parameters.get("failed"))
      : ({} as Record<string, SearchOutcome>),
  ]);
  // After the search, which may have used one.
  const budget = await readBudget();
  const [outcome] = Object.values(known);
  return (
    <SearchProvider known={known} service={service}>
      <SiteHeader isRuled>
        <SearchForm
          field={<SearchField query={fields.q} />}
          controls={<FilterControls filters={fields} />}
          apply={<ApplyFilters service={service} />}
        />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <SearchResults
          plainRefinement={
            outcome?.kind === "answer" && (
              <PlainRefinement answer={outcome.answer} parameters={parameters} />
            )
          }
          plainPalette={
            outcome?.kind === "answer" && (
              <PlainPalette answer={outcome.answer} parameters={parameters} />
            )
          }
        />
      </main>
      <SiteFooter service={service} spent={<SpentNow budget={budget} />} />
    </SearchProvider>
  );
}

/** `failed`: the error code with which the form's search just failed (search-again-endpoint.ts). */
async function outcomeOf(
  query: SearchQuery,
  failed: string | null,
): Promise<Record<string, SearchOutcome>> {
  const failedCode = failed !== null && wasServiceCalled(failed) ? failed : null;
  const url = searchApiUrl(query);
  try {
    // The service may have counted that search; this page must not send another.
    const mayPay = failedCode === null && mayStartPaidSearch(await headers());
    const { signal, client: visitor } = currentContext();
    const answer = await vitrine().searchImages(query, { signal, visitor, mayPay });
    return { [url]: { kind: "answer", answer } };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.code === "search_unconfirmed" && failedCode !== null) {
      return { [url]: { kind: "failure", failure: { code: failedCode } } };
    }
    const { requestId } = currentContext();
    logFailure(error, requestId);
    return { [url]: { kind: "failure", failure: toErrorBody(error, requestId).error } };
  }
}

/** 502 and 504 are errors of the service, or of the way to it. */
function wasServiceCalled(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code) && [502, 504].includes(ERRORS[code as ErrorCode].status);
}

function toParameters(values: Record<string, string | string[] | undefined>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value ?? []].flat()) parameters.append(name, item);
  }
  return parameters;
}
