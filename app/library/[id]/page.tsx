import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ImagePage } from "@/components/library/image-page";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { SearchStage } from "@/components/search/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { vitrine } from "@/lib/http/page-bridge";
import { imagePageMessages } from "@/lib/messages/compiled/image-page";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { originalPath } from "@/lib/service/picture";
import { readLabel } from "../../read-label";

type ImageRouteProps = { params: Promise<{ id: string }> };

/** Memoised: the title and the content of a page both need it. */
const imageOf = cache(async (id: string) => {
  const picture = (await vitrine().embedded.picture(id)) ?? notFound();
  const host = picture.host ?? new URL(vitrine().config.publicUrl).hostname;
  return {
    ...picture,
    host,
    name: picture.name || tileMessages("untitledFrom", { host }),
  };
});

export async function generateMetadata({ params }: ImageRouteProps): Promise<Metadata> {
  const { name } = await imageOf((await params).id);
  return {
    title: resultsMessages("pageTitle", { page: name }),
    robots: { index: false, follow: false },
  };
}

export default async function ImageRoute({ params }: ImageRouteProps) {
  const image = await imageOf((await params).id);
  const service = await readLabel();
  const label = imagePageMessages("searchSite", { host: image.host });
  return (
    <SearchStage service={service}>
      <SiteHeader>
        <PlainSearchForm service={service} site={image.host} label={label} />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <ImagePage
          {...image}
          originalPath={originalPath(image.id)}
          isDemo={image.collection === "demo"}
        />
      </main>
      <SiteFooter service={service} />
    </SearchStage>
  );
}
