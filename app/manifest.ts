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
    id: "/",
    scope: "/",
    start_url: "/",
    display: "standalone",
    background_color: GROUND_COLOUR.light,
    theme_color: GROUND_COLOUR.light,
    shortcuts: [{ name: siteMessages("collections"), url: "/collections" }],
    // Fills the search field. Nothing is searched until the visitor begins it.
    share_target: { action: "/", method: "GET", params: { text: "q" } },
    file_handlers: [{ action: "/collections", accept: { "application/json": [".json"] } }],
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
