import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { SkipLink } from "@/components/site/skip-link";
import { Announcer } from "@/components/ui/announcer";
import { GROUND_COLOUR, parseTheme, THEME_COOKIE } from "@/lib/core/theme";
import { SITE_WORDS } from "@/lib/core/words";
import "./styles/tokens.css";
import "./styles/base.css";

/* Instrument Sans (SIL OFL 1.1, its text is in the package). "optional": a letter form that came
   late would move what is already read. */
const latin = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-latin",
  display: "optional",
});
const latinExtended = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-latin-ext",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

export const metadata: Metadata = {
  title: SITE_WORDS.name,
  description: SITE_WORDS.description,
  applicationName: SITE_WORDS.name,
  icons: {
    icon: [{ url: "/favicon.svg", type: "image/svg+xml" }],
    apple: [{ url: "/icons/apple-touch-icon.png", sizes: "180x180" }],
  },
  referrer: "no-referrer",
  formatDetection: { telephone: false, address: false, email: false, date: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: GROUND_COLOUR.light },
    { media: "(prefers-color-scheme: dark)", color: GROUND_COLOUR.dark },
  ],
};

/**
 * The frame of every page. It reads a cookie, so every page is rendered for its own request; the
 * nonce in the content security policy needs that too.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en"
      className={`${latin.variable} ${latinExtended.variable}`}
      data-theme={theme ?? undefined}
    >
      <head>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href="/opensearch.xml"
          title={SITE_WORDS.name}
        />
      </head>
      <body>
        <SkipLink />
        {children}
        <Announcer />
      </body>
    </html>
  );
}
