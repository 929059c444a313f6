import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainPalette } from "@/components/refinement/plain-palette";
import { PlainRefinement } from "@/components/refinement/plain-refinement";
import { MoreImages } from "@/components/search/more-images";
import { ResultsPage } from "@/components/search/results-page";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import {
  readAsked,
  type SearchOutcome,
  searchApiUrl,
  writtenFields,
} from "@/lib/core/search-outcome";
import { isOpenedByVisitor } from "@/lib/gallery/cross-site";
import { currentContext, vitrine } from "@/lib/http/page-bridge";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { toAppError } from "@/lib/platform/errors";
import { logFailure, toErrorBody } from "@/lib/platform/http";
import { readBudget, readLabel } from "../read-label";
import { toParameters } from "../to-parameters";

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

/**
 * Renders the first answer; the browser does not request it again. Rendering a page never pays for a
 * search: where none is cached, the page's script begins it, or the page asks the visitor first.
 */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const parameters = toParameters(await searchParams);
  const asked = readAsked(parameters);
  const fields = writtenFields(parameters);
  const [service, outcome] = await Promise.all([
    readLabel(),
    asked.kind === "query" ? outcomeOf(asked.query, parameters.get("failed")) : null,
  ]);
  const isToBegin =
    asked.kind === "query" && isUnconfirmed(outcome) && isOpenedByVisitor(await headers());
  const known =
    asked.kind === "query" && outcome !== null && !isToBegin
      ? { [searchApiUrl(asked.query)]: outcome }
      : {};
  // After the search, which may have used one.
  const budget = await readBudget();
  return (
    <ResultsPage
      fields={fields}
      known={known}
      isToBegin={isToBegin}
      service={service}
      budget={budget}
      firstMore={outcome?.kind === "answer" && <MoreImages answer={outcome.answer} />}
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
  );
}

/** `failed`: the error code with which the form's search just failed (submitted-search-endpoint.ts). */
async function outcomeOf(query: SearchQuery, failed: string | null): Promise<SearchOutcome> {
  const { signal, client: visitor, requestId } = currentContext();
  try {
    const answer = await vitrine().searchImages(query, { signal, visitor, mayPay: false });
    return { kind: "answer", answer };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.code === "search_unconfirmed") {
      const code = failed !== null && Object.hasOwn(ERRORS, failed) ? (failed as ErrorCode) : null;
      return { kind: "failure", failure: { code: code ?? "search_unconfirmed" } };
    }
    logFailure(error, requestId);
    return { kind: "failure", failure: toErrorBody(error, requestId).error };
  }
}

function isUnconfirmed(outcome: SearchOutcome | null): boolean {
  return outcome?.kind === "failure" && outcome.failure.code === "search_unconfirmed";
}
