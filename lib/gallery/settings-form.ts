import "server-only";
import { z } from "zod";
import { LANGUAGE_TAGS } from "@/lib/contract/languages";
import { OFFERED_COUNTS } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { FILTERS_COOKIE, formatFilters } from "@/lib/core/settings/default-filters";
import { DENSITIES, DENSITY_COOKIE } from "@/lib/core/settings/density";
import { LANGUAGE_COOKIE } from "@/lib/core/settings/language";
import { BLUR_COOKIE, PICTURE_MODES, PICTURES_COOKIE } from "@/lib/core/settings/pictures";
import { THEME_COOKIE } from "@/lib/core/settings/theme";
import { AppError } from "@/lib/platform/errors";
import { seeOther } from "@/lib/platform/http";
import { parseUrl } from "@/lib/protocol/parse-url";
import { readForm } from "@/lib/web/forms";
import { NO_SESSION, type Notices } from "@/lib/web/notices";
import { type Endpoint, FORM } from "@/lib/web/route";
import { settingCookie } from "@/lib/web/setting-cookie";

const SETTINGS = z
  .object({
    lang: z.enum(["browser", ...LANGUAGE_TAGS]),
    theme: z.enum(["system", "light", "dark"]),
    density: z.enum(DENSITIES),
    pictures: z.enum(PICTURE_MODES),
    blur: z.literal("on").optional(),
    count: z.enum(OFFERED_COUNTS.map(String)),
  })
  .catchall(z.string());

/**
 * POST /api/settings: saves this browser's choices in one cookie each, for a year. Fields `lang`,
 * `theme`, `density`, `pictures`, `blur`, and the filters. Choosing a default deletes its cookie.
 */
export function settingsEndpoint({
  notices,
  isSecure,
}: {
  notices: Notices;
  isSecure: boolean;
}): Endpoint {
  const cookie = (name: string, value: string) => settingCookie(name, value, isSecure);

  return {
    ...FORM,
    path: "/api/settings",
    priority: "none",
    handler: async (request) => {
      const { lang, theme, density, pictures, blur, ...filters } = await readForm(
        request,
        SETTINGS,
      );
      const parsed = parseSearchQuery(new URLSearchParams({ ...filters, q: "any" }), {
        ignoreUnknown: true,
      });
      if (!parsed.isValid) throw new AppError("invalid_query", "not a form of ours");
      return seeOther(
        "/settings",
        cookie(LANGUAGE_COOKIE, lang === "browser" ? "" : lang),
        cookie(THEME_COOKIE, theme === "system" ? "" : theme),
        cookie(DENSITY_COOKIE, density === "normal" ? "" : density),
        cookie(PICTURES_COOKIE, pictures === "server" ? "" : pictures),
        cookie(BLUR_COOKIE, blur ?? ""),
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

/**
 * POST /api/settings/language: the language switch of the footer. Field `lang`. Returns to the page that
 * sent it.
 */
export function languageEndpoint({ isSecure }: { isSecure: boolean }): Endpoint {
  return {
    ...FORM,
    path: "/api/settings/language",
    priority: "none",
    handler: async (request) => {
      const { lang } = await readForm(request, z.object({ lang: z.enum(LANGUAGE_TAGS) }));
      const sentFrom = parseUrl(request.headers.get("referer") ?? "");
      // Two slashes would name a host.
      const page =
        sentFrom === null || sentFrom.pathname.startsWith("//")
          ? "/"
          : sentFrom.pathname + sentFrom.search;
      return seeOther(page, settingCookie(LANGUAGE_COOKIE, lang, isSecure));
    },
  };
}
