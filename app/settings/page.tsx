import { cookies } from "next/headers";
import { SettingsPage } from "@/components/site/settings-page";
import { config } from "@/lib/config";
import { DENSITY_COOKIE, parseDensity } from "@/lib/core/settings/density";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/settings/language";
import { BLUR_COOKIE, PICTURE_MODES } from "@/lib/core/settings/pictures";
import { parseTheme, THEME_COOKIE } from "@/lib/core/settings/theme";
import { settingsMessages } from "@/lib/messages/compiled/settings";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readLabel } from "../read-label";
import { readVisitorNotice } from "../read-notice";
import { readFilters, readPictureSettings } from "../read-settings";

export const generateMetadata = pageMetadata(() => settingsMessages("title"));

export default async function SettingsRoute() {
  const [service, saved, notice] = await Promise.all([readLabel(), cookies(), readVisitorNotice()]);
  const [filters, pictures] = await Promise.all([readFilters(service), readPictureSettings()]);
  const { mayBeDirect, isBlurLocked, fallsBackToOriginals } = config().pictures;
  return (
    <PageFrame>
      <SettingsPage
        language={parseLanguage(saved.get(LANGUAGE_COOKIE)?.value)}
        theme={parseTheme(saved.get(THEME_COOKIE)?.value)}
        density={parseDensity(saved.get(DENSITY_COOKIE)?.value)}
        mode={pictures?.mode ?? "server"}
        modes={PICTURE_MODES.filter((mode) => mode !== "direct" || mayBeDirect)}
        fallsBackToOriginals={fallsBackToOriginals}
        isBlurred={saved.has(BLUR_COOKIE)}
        isBlurLocked={isBlurLocked}
        filters={filters}
        isStrictOnly={service?.isStrictOnly === true}
        isSaved={notice?.kind === "done"}
      />
    </PageFrame>
  );
}
