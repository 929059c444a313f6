import { RECENT_SCRIPT } from "@/app/recent-script";
import { CollectionShelf } from "@/components/home/collection-shelf";
import { HomeSearch } from "@/components/home/home-search";
import { RecentSearches } from "@/components/home/recent-searches";
import { Shelf } from "@/components/home/shelf";
import { SearchStage } from "@/components/search/page/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { UsedSearches } from "@/components/site/used-searches";
import { COLLECTION_SHELF_SCRIPT } from "@/lib/client/shelf-script";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { readLabel, readSearchOffer, readShelf } from "./read-label";
import { readNonce } from "./read-nonce";
import { readFilters, readPictureSettings } from "./read-settings";

type HomePageProps = { searchParams: Promise<{ q?: string | string[] }> };

export default async function HomePage({ searchParams }: HomePageProps) {
  const { q } = await searchParams;
  const [service, searchOffer, floors, nonce, pictures] = await Promise.all([
    readLabel(),
    readSearchOffer(),
    readShelf(),
    readNonce(),
    readPictureSettings(),
  ]);
  return (
    <SearchStage service={service} searchOffer={searchOffer}>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <HomeSearch
          query={typeof q === "string" ? sharedText(q) : ""}
          service={service}
          searchOffer={searchOffer}
          filters={await readFilters(service)}
          isAlone={floors.length === 0}
        />
        <RecentSearches>
          <script nonce={nonce}>{RECENT_SCRIPT}</script>
        </RecentSearches>
        <CollectionShelf>
          <script nonce={nonce}>{COLLECTION_SHELF_SCRIPT}</script>
        </CollectionShelf>
        <Shelf floors={floors} areCovered={pictures?.mode === "click"} />
      </main>
      <SiteFooter service={service} spent={<UsedSearches budget={searchOffer.budget} />} isPlain />
    </SearchStage>
  );
}

/** A text that another program shared, as a search field can hold it. */
function sharedText(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, QUERY_CHARACTERS_MAX);
}
