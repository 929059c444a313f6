// Imported first, so that it shares one style sheet with the following files.
import "./styles/typeface.css";
import "./styles/tokens.css";
import "./styles/base.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { Announcer } from "@/components/ui/announcer";
import { TileSettingsProvider } from "@/lib/client/tile-settings";
import { DENSITY_COOKIE, parseDensity } from "@/lib/core/settings/density";
import { GROUND_COLOUR, parseTheme, THEME_COOKIE } from "@/lib/core/settings/theme";
import { siteMessages } from "@/lib/messages/compiled/site";
import { currentLocale } from "@/lib/messages/locale";
import { pagesBuild } from "@/lib/platform/build";
import { readPictureSettings } from "./read-settings";
import { WithTexts } from "./with-texts";

export function generateMetadata(): Metadata {
  return {
    title: siteMessages("name"),
    description: siteMessages("description"),
    applicationName: siteMessages("name"),
    icons: {
      icon: [{ url: "/favicon.svg", type: "image/svg+xml" }],
      apple: [{ url: "/icons/apple-touch-icon.png", sizes: "180x180" }],
    },
    referrer: "same-origin",
    formatDetection: { telephone: false, address: false, email: false, date: false },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: GROUND_COLOUR.light },
    { media: "(prefers-color-scheme: dark)", color: GROUND_COLOUR.dark },
  ],
};

/**
 * The document of every page. Every page is rendered per request, because the layout reads a cookie
 * and the content security policy has a nonce.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Before the page's images: after them, the typeface would miss the first paint
  // (docs/decisions/0037-typeface-on-the-first-visit.md).
  preload("/fonts/instrument-sans-basic-5.3.0.woff2", {
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  });
  const locale = currentLocale();
  const saved = await cookies();
  const theme = parseTheme(saved.get(THEME_COOKIE)?.value);
  const density = parseDensity(saved.get(DENSITY_COOKIE)?.value);
  return (
    <html
      lang={locale.tag}
      dir={locale.direction}
      data-build={pagesBuild()}
      data-theme={theme ?? undefined}
      data-density={density === "normal" ? undefined : density}
    >
      <head>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href="/opensearch.xml"
          title={siteMessages("name")}
        />
      </head>
      <body>
        <WithTexts>
          <TileSettingsProvider value={{ density, pictures: await readPictureSettings() }}>
            {children}
          </TileSettingsProvider>
          <Announcer />
        </WithTexts>
      </body>
    </html>
  );
}
