import { HomeSearch } from "@/components/home/home-search";
import { RecentSearches } from "@/components/home/recent-searches";
import { Shelf } from "@/components/home/shelf";
import { SearchStage } from "@/components/search/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { SpentLine } from "@/components/site/spent-line";
import { readBudget, readLabel, readShelf } from "./read-label";

export default async function HomePage() {
  const [service, budget, floors] = await Promise.all([readLabel(), readBudget(), readShelf()]);
  return (
    <SearchStage service={service} budget={budget}>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <HomeSearch service={service} />
        {service !== null && <Shelf service={service} floors={floors} />}
        <RecentSearches />
      </main>
      <SiteFooter service={service} spent={<SpentLine budget={budget} />} isPlain />
    </SearchStage>
  );
}
