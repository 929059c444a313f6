import type { MetadataRoute } from "next";

/** Robots may read the home page only, since searches may cost money. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/$", disallow: "/" } };
}
