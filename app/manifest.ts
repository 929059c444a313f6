import type { MetadataRoute } from "next";
import { GROUND_COLOUR } from "@/lib/core/settings/theme";
import { siteMessages } from "@/lib/messages/compiled/site";
import { currentLocale } from "@/lib/messages/locale";

/** Not prerendered: its texts depend on the browser's languages. */
export const dynamic = "force-dynamic";

export default function manifest(): MetadataRoute.Manifest {
  return {
    lang: currentLocale().tag,
    dir: currentLocale().direction,
    name: siteMessages("name"),
    short_name: siteMessages("name"),
    description: siteMessages("description"),
    start_url: "/",
    display: "standalone",
    background_color: GROUND_COLOUR.light,
    theme_color: GROUND_COLOUR.light,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icons/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
  };
}
