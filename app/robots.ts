import type { MetadataRoute } from "next";

/** Answers may cost money and are nobody's index: robots stay on the start page. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/$", disallow: "/" } };
}
