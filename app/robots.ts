import type { MetadataRoute } from "next";

/** Robots may read only the home page, because searches may cost money. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/$", disallow: "/" } };
}
