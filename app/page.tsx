import { HomeSearch } from "@/components/home/home-search";
import { SearchStage } from "@/components/search/search-stage";
import { preloadTypeface } from "@/components/site/preload-typeface";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { SpentLine } from "@/components/site/spent-line";
import { readBudget, readLabel } from "./read-label";

export default async function HomePage() {
  preloadTypeface();
  const [service, budget] = await Promise.all([readLabel(), readBudget()]);
  return (
    <SearchStage service={service} budget={budget}>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <HomeSearch service={service} />
      </main>
      <SiteFooter service={service} spent={<SpentLine budget={budget} />} isPlain />
    </SearchStage>
  );
}
