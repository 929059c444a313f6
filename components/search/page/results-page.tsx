import type { ReactNode } from "react";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { SearchOutcome } from "@/lib/core/query/search-outcome";
import { ApplyFilters, FilterControls, FiltersPaused } from "../form/filter-controls";
import { PlainConfirmation } from "../form/plain-confirmation";
import { SearchField } from "../form/search-field";
import { SearchForm } from "../form/search-form";
import { BelowResults } from "../results/below-results";
import { DirectResult } from "../results/direct-result";
import { SearchResults } from "../results/search-results";
import { LatestUsedSearches } from "./latest-used-searches";
import { SearchProvider } from "./page-search";
// Styles of lazily loaded components, which the server may render. Here, because a client component
// would add the names of the classes to its script.
import "@/components/ui/sign-drawing.module.css";
import "@/components/ui/screen.module.css";
import "../results/answer-note.module.css";
import "../results/more-images.module.css";
import "../screens/example-searches.module.css";
import "../screens/waiting-screen.module.css";

type ResultsPageProps = {
  /** The values of the form's fields. */
  fields: SearchQuery;
  /** Known outcomes by API URL, which are not requested. */
  known: Readonly<Record<string, SearchOutcome>>;
  /** Whether opening this page may start its search. */
  mayStartSearch?: boolean;
  service: ServiceLabel | null;
  searchOffer: SearchOffer;
  /** The refinement form for pages without scripts. */
  plainRefinement?: ReactNode;
  /** The palette of the answer in `known`. */
  plainPalette?: ReactNode;
  /** Follows the images of the answer in `known`. */
  firstMore?: ReactNode;
  /** Precedes the images of the answer in `known`. */
  firstNote?: ReactNode;
  /** The page of a direct visit to one image, without scripts. */
  plainLightbox?: ReactNode;
};

/** The page of results, rendered by the server, or by the browser in place of another page. */
export function ResultsPage(props: ResultsPageProps) {
  const { fields, known, mayStartSearch = false, service, searchOffer } = props;
  const { plainRefinement, plainPalette, firstNote, firstMore, plainLightbox } = props;
  const page = (
    <>
      <SiteHeader isOfResults>
        <SearchForm
          field={<SearchField query={fields.q} />}
          controls={<FilterControls filters={fields} service={service} />}
          apply={<ApplyFilters cost={searchOffer.cost} />}
          paused={<FiltersPaused />}
        />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        {mayStartSearch && <PlainConfirmation query={fields} />}
        <SearchResults
          plainRefinement={plainRefinement}
          plainPalette={plainPalette}
          firstNote={firstNote}
          firstMore={firstMore}
        />
      </main>
      <BelowResults>
        <SiteFooter service={service} spent={<LatestUsedSearches />} />
      </BelowResults>
    </>
  );
  return (
    <SearchProvider
      known={known}
      mayStartSearch={mayStartSearch}
      service={service}
      searchOffer={searchOffer}
    >
      {plainLightbox ? <DirectResult view={plainLightbox}>{page}</DirectResult> : page}
    </SearchProvider>
  );
}
