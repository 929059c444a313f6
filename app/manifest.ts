import type { MetadataRoute } from "next";
import { GROUND_COLOUR } from "@/lib/core/theme";
import { SITE_WORDS } from "@/lib/core/words";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: SITE_WORDS.name,
    short_name: SITE_WORDS.name,
    description: SITE_WORDS.description,
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
