import type { ReactNode } from "react";
import { PlainSearchForm } from "@/components/search/form/plain-search-form";
import { SearchStage } from "@/components/search/page/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { readLabel, readSearchOffer } from "./read-label";
import { readFilters } from "./read-settings";

type PageFrameProps = {
  /** Links in the header, beside the theme switch. */
  links?: ReactNode;
  /** The header link that leads to this page. */
  current?: "collections";
  /** As in `SiteFooter`. */
  hasLanguages?: boolean;
  /** As in `SearchStage`. */
  isReplaced?: boolean;
  /** The class of `<main>`. */
  className?: string | undefined;
  /** The content of `<main>`. */
  children: ReactNode;
};

/** Surrounds a page without results: the header with the search field, and the footer. */
export async function PageFrame(props: PageFrameProps) {
  const { links, current, hasLanguages, isReplaced, className, children } = props;
  const [service, searchOffer] = await Promise.all([readLabel(), readSearchOffer()]);
  return (
    <SearchStage service={service} searchOffer={searchOffer} isReplaced={isReplaced}>
      <SiteHeader links={links} current={current}>
        <PlainSearchForm searchOffer={searchOffer} filters={await readFilters(service)} />
      </SiteHeader>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
      <SiteFooter service={service} hasLanguages={hasLanguages} />
    </SearchStage>
  );
}
