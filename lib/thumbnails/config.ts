import "server-only";
import { z } from "zod";
import { listSetting, secretFile, wholeNumber } from "@/lib/platform/settings";
import { parsePrivateHosts } from "./source-url";

/** How pictures reach the browser. */
export type ThumbnailConfig = {
  /** Whether the browser requests a picture from its own host if there is no thumbnail. */
  fallsBackToOriginals: boolean;
  /** Whether a visitor may have the browser request all pictures from their own hosts. */
  mayBeDirect: boolean;
  /** Whether pictures that moderate safe search found are blurred in every browser. */
  isBlurLocked: boolean;
  thumbnailCacheBytesMax: number;
  /** Keys that sign thumbnail URLs; if empty, one is generated and stored in the data folder. */
  thumbnailKeys: readonly string[];
  /** Hosts in private networks from which thumbnails may be fetched. */
  privateHosts: readonly string[];
};

export const THUMBNAIL_SETTINGS = z.object({
  VITRINE_PICTURES: z.enum(["thumbnails", "thumbnails-then-originals"]).default("thumbnails").meta({
    description:
      "How pictures reach the browser: thumbnails (made by this server, so that no other host sees a visitor) or thumbnails-then-originals (if there is no thumbnail, the browser requests the picture from its own host).",
  }),
  VITRINE_DIRECT_PICTURES: z.enum(["on", "off"]).default("off").meta({
    description:
      "Whether visitors may choose in their settings that the browser requests pictures directly from their hosts, which then see the visitor’s IP address but no referrer: on or off. Only the pages of these visitors allow pictures of other hosts.",
  }),
  VITRINE_BLUR_LOCK: z.enum(["on", "off"]).default("off").meta({
    description:
      "Whether pictures that moderate safe search found are blurred for every visitor until revealed: on or off. With off, each visitor may choose it.",
  }),
  VITRINE_THUMBNAIL_CACHE_MB: wholeNumber(1, 1_000_000).default(1024).meta({
    description:
      "Disk space for thumbnails, in megabytes; the least recently used are removed first.",
  }),
  VITRINE_THUMBNAIL_KEYS: listSetting(
    "one or two keys of at least 32 characters, separated by a comma",
    (keys) => (keys.length <= 2 && keys.every((key) => Buffer.byteLength(key) >= 32) ? keys : null),
  ).meta({
    description:
      "The key that signs thumbnail URLs, at least 32 characters; two, separated by a comma, while you change it (the first signs). Without it, the server generates one at its first start and stores it in the data folder as thumbnail-key.secret. Several instances need the same key.",
    defaultText: "generated at first start",
    example: "",
  }),
  VITRINE_THUMBNAIL_KEYS_FILE: secretFile("VITRINE_THUMBNAIL_KEYS"),
  VITRINE_THUMBNAIL_PRIVATE_HOSTS: listSetting(
    "hosts, hosts with a port, or CIDR ranges, separated by commas",
    readPrivateHosts,
  ).meta({
    description:
      "Hosts in private networks from which thumbnails may be fetched: names, names with a port, or CIDR ranges, separated by commas. A name with a port may also be another server of this host.",
    defaultText: "none",
    example: "nas.lan:8080",
  }),
});

function readPrivateHosts(hosts: readonly string[]): readonly string[] | null {
  try {
    parsePrivateHosts(hosts);
    return hosts;
  } catch {
    return null;
  }
}

export function readThumbnailConfig(values: z.output<typeof THUMBNAIL_SETTINGS>): ThumbnailConfig {
  return {
    fallsBackToOriginals: values.VITRINE_PICTURES === "thumbnails-then-originals",
    mayBeDirect: values.VITRINE_DIRECT_PICTURES === "on",
    isBlurLocked: values.VITRINE_BLUR_LOCK === "on",
    thumbnailCacheBytesMax: values.VITRINE_THUMBNAIL_CACHE_MB * 1024 * 1024,
    thumbnailKeys: values.VITRINE_THUMBNAIL_KEYS,
    privateHosts: values.VITRINE_THUMBNAIL_PRIVATE_HOSTS,
  };
}
