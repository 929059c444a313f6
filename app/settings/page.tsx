import { cookies } from "next/headers";
import { SettingsPage } from "@/components/site/settings-page";
import { DENSITY_COOKIE, parseDensity } from "@/lib/core/settings/density";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/settings/language";
import { parseTheme, THEME_COOKIE } from "@/lib/core/settings/theme";
import { settingsMessages } from "@/lib/messages/compiled/settings";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readLabel } from "../read-label";
import { readVisitorNotice } from "../read-notice";
import { readFilters } from "../read-settings";

export const generateMetadata = pageMetadata(() => settingsMessages("title"));

export default async function SettingsRoute() {
  const [service, saved, notice] = await Promise.all([readLabel(), cookies(), readVisitorNotice()]);
  const filters = await readFilters(service);
  return (
    <PageFrame>
      <SettingsPage
        language={parseLanguage(saved.get(LANGUAGE_COOKIE)?.value)}
        theme={parseTheme(saved.get(THEME_COOKIE)?.value)}
        density={parseDensity(saved.get(DENSITY_COOKIE)?.value)}
        filters={filters}
        isStrictOnly={service?.isStrictOnly === true}
        isSaved={notice?.kind === "done"}
      />
    </PageFrame>
  );
}
