import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { SearchStage } from "@/components/search/search-stage";
import { SettingsPage } from "@/components/site/settings-page";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { DENSITY_COOKIE, parseDensity } from "@/lib/core/density";
import { parseTheme, THEME_COOKIE } from "@/lib/core/theme";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { settingsMessages } from "@/lib/messages/compiled/settings";
import { readLabel } from "../read-label";
import { readVisitorNotice } from "../read-notice";
import { readFilters } from "../read-settings";

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: settingsMessages("title") }),
  robots: { index: false },
});

export default async function SettingsRoute() {
  const [service, saved, notice] = await Promise.all([readLabel(), cookies(), readVisitorNotice()]);
  const filters = await readFilters(service);
  return (
    <SearchStage service={service}>
      <SiteHeader>
        <PlainSearchForm service={service} filters={filters} />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <SettingsPage
          theme={parseTheme(saved.get(THEME_COOKIE)?.value)}
          density={parseDensity(saved.get(DENSITY_COOKIE)?.value)}
          filters={filters}
          isStrictOnly={service?.isStrictOnly === true}
          isSaved={notice?.kind === "done"}
        />
      </main>
      <SiteFooter service={service} />
    </SearchStage>
  );
}
