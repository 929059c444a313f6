import { randomBytes } from "node:crypto";
import type { Metadata } from "next";
import { connection } from "next/server";
import { LibraryBrowser } from "@/components/library/library-browser";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { SearchStage } from "@/components/search/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { parseLibraryView } from "@/lib/core/library-view";
import { vitrine } from "@/lib/http/page-bridge";
import { libraryMessages } from "@/lib/messages/compiled/library";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { readLabel } from "../read-label";
import { readFilters } from "../read-settings";
import { toParameters } from "../to-parameters";

type LibraryRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const SEED_BYTES = 6;

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { kind } = await vitrine().embedded.label();
  const page = libraryMessages(kind === "demo" ? "demoTitle" : "title");
  return {
    title: resultsMessages("pageTitle", { page }),
    robots: { index: false, follow: false },
  };
}

export default async function LibraryRoute({ searchParams }: LibraryRouteProps) {
  await connection();
  const view = parseLibraryView(toParameters(await searchParams));
  const { browsing, embedded } = vitrine();
  const [service, library, page, overview] = await Promise.all([
    readLabel(),
    embedded.label(),
    browsing.page(view),
    browsing.overview(),
  ]);
  return (
    <SearchStage service={service}>
      <SiteHeader>
        <PlainSearchForm service={service} filters={await readFilters(service)} />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <LibraryBrowser
          service={library}
          view={view}
          {...page}
          restrictedCount={Math.max(0, library.pictureCount - overview.pictureCount)}
          folders={overview.folders}
          colours={overview.colours}
          sizes={overview.sizes}
          nextSeed={randomBytes(SEED_BYTES).toString("hex")}
        />
      </main>
      <SiteFooter service={service} />
    </SearchStage>
  );
}
