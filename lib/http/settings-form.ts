import "server-only";
import { z } from "zod";
import { OFFERED_COUNTS } from "@/lib/contract/search-query";
import { FILTERS_COOKIE, formatFilters } from "@/lib/core/settings/default-filters";
import { DENSITIES, DENSITY_COOKIE } from "@/lib/core/settings/density";
import { THEME_COOKIE } from "@/lib/core/settings/theme";
import { isFromOwnPage } from "@/lib/gallery/cross-site";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { readForm, seeOther } from "./forms";
import { NO_SESSION, type Notices } from "./notices";

const YEAR_SECONDS = 365 * 86_400;

const SETTINGS = z.object({
  theme: z.enum(["system", "light", "dark"]),
  density: z.enum(DENSITIES),
  // Absent while the operator has locked safe search.
  safesearch: z.enum(["strict", "moderate"]).default("strict"),
  transparent: z.string().optional(),
  count: z.coerce.number().refine((count) => OFFERED_COUNTS.some((each) => each === count)),
});

/**
 * POST /api/settings: saves what this browser chose in cookies of its own, for a year. Fields `theme`,
 * `density`, `safesearch`, `transparent`, `count`. A choice that is the default deletes its cookie.
 */
export function settingsEndpoint({
  notices,
  isSecure,
}: {
  notices: Notices;
  isSecure: boolean;
}): Handler {
  function cookie(name: string, value: string): string {
    const age = value === "" ? 0 : YEAR_SECONDS;
    const attributes = `Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
    return `${name}=${value}; ${attributes}`;
  }

  return async (request) => {
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("cross_site", "not sent by a page of ours");
    }
    const { theme, density, safesearch, transparent, count } = await readForm(request, SETTINGS);
    const filters = { count, safesearch, transparent: transparent === "true", site: null };
    return seeOther(
      "/settings",
      cookie(THEME_COOKIE, theme === "system" ? "" : theme),
      cookie(DENSITY_COOKIE, density === "normal" ? "" : density),
      cookie(FILTERS_COOKIE, formatFilters(filters)),
      notices.cookieOf({ kind: "done", what: "settingsSaved", name: "" }, NO_SESSION, "/settings"),
    );
  };
}
