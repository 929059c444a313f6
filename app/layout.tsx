// First, so that they are one style sheet with what follows.
import "./styles/typeface.css";
import "./styles/tokens.css";
import "./styles/base.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { SkipLink } from "@/components/site/skip-link";
import { Announcer } from "@/components/ui/announcer";
import { GROUND_COLOUR, parseTheme, THEME_COOKIE } from "@/lib/core/theme";
import { SITE_WORDS } from "@/lib/core/words";

export const metadata: Metadata = {
  title: SITE_WORDS.name,
  description: SITE_WORDS.description,
  applicationName: SITE_WORDS.name,
  icons: {
    icon: [{ url: "/favicon.svg", type: "image/svg+xml" }],
    apple: [{ url: "/icons/apple-touch-icon.png", sizes: "180x180" }],
  },
  referrer: "same-origin",
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
    <html lang="en" data-theme={theme ?? undefined}>
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
