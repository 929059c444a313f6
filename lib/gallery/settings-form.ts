import "server-only";
import { z } from "zod";
import { OFFERED_COUNTS } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { FILTERS_COOKIE, formatFilters } from "@/lib/core/settings/default-filters";
import { DENSITIES, DENSITY_COOKIE } from "@/lib/core/settings/density";
import { THEME_COOKIE } from "@/lib/core/settings/theme";
import { AppError } from "@/lib/platform/errors";
import { seeOther } from "@/lib/platform/http";
import { readForm } from "@/lib/web/forms";
import { NO_SESSION, type Notices } from "@/lib/web/notices";
import { type Endpoint, FORM } from "@/lib/web/route";

const YEAR_SECONDS = 365 * 86_400;

const SETTINGS = z
  .object({
    theme: z.enum(["system", "light", "dark"]),
    density: z.enum(DENSITIES),
    count: z.enum(OFFERED_COUNTS.map(String)),
  })
  .catchall(z.string());

/**
 * POST /api/settings: saves this browser's choices in one cookie each, for a year. Fields `theme`,
 * `density`, and the filters. Choosing a default deletes its cookie.
 */
export function settingsEndpoint({
  notices,
  isSecure,
}: {
  notices: Notices;
  isSecure: boolean;
}): Endpoint {
  function cookie(name: string, value: string): string {
    const age = value === "" ? 0 : YEAR_SECONDS;
    const attributes = `Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
    return `${name}=${value}; ${attributes}`;
  }

  return {
    ...FORM,
    path: "/api/settings",
    priority: "none",
    handler: async (request) => {
      const { theme, density, ...filters } = await readForm(request, SETTINGS);
      const parsed = parseSearchQuery(new URLSearchParams({ ...filters, q: "any" }), {
        ignoreUnknown: true,
      });
      if (!parsed.isValid) throw new AppError("invalid_query", "not a form of ours");
      return seeOther(
        "/settings",
        cookie(THEME_COOKIE, theme === "system" ? "" : theme),
        cookie(DENSITY_COOKIE, density === "normal" ? "" : density),
        cookie(FILTERS_COOKIE, formatFilters(parsed.query)),
        notices.cookieOf(
          { kind: "done", what: "settingsSaved", name: "" },
          NO_SESSION,
          "/settings",
        ),
      );
    },
  };
}
