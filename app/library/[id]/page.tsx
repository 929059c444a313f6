import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PicturePage } from "@/components/library/picture-page";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { preloadTypeface } from "@/components/site/preload-typeface";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { PICTURE_WORDS } from "@/lib/core/words";
import { originalPath } from "@/lib/service/picture";
import { vitrine } from "@/lib/vitrine";
import { readLabel } from "../../read-label";

type PictureRouteProps = { params: Promise<{ id: string }> };

/** Asked twice for one page, for its title and its content; looked up once. */
const pictureOf = cache(async (id: string) => (await vitrine().embedded.picture(id)) ?? notFound());

export async function generateMetadata({ params }: PictureRouteProps): Promise<Metadata> {
  const { name } = await pictureOf((await params).id);
  return {
    title: PICTURE_WORDS.title(name || PICTURE_WORDS.untitled),
    robots: { index: false, follow: false },
  };
}

export default async function PictureRoute({ params }: PictureRouteProps) {
  preloadTypeface();
  const picture = await pictureOf((await params).id);
  const host = picture.host ?? new URL(vitrine().config.publicUrl).hostname;
  return (
    <>
      <SiteHeader>
        <PlainSearchForm site={host} label={PICTURE_WORDS.searchSite(host)} />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <PicturePage
          {...picture}
          host={host}
          originalPath={originalPath(picture.id)}
          isDemo={picture.collection === "demo"}
        />
      </main>
      <SiteFooter service={await readLabel()} />
    </>
  );
}
